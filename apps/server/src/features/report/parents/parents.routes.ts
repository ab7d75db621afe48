import { parentsPdf } from '@hengjuan/contracts'
import { AppError, audienceOf } from '@hengjuan/domain'
import { isoNow } from '../../../clock.ts'
import { audit } from '../../../http/audit.ts'
import { serve, type ServeApp } from '../../../http/serve.ts'
import { enqueue } from '../../../jobs/index.ts'
import { parentsJob } from './parents-job.ts'

/** The page that goes home: what students were told, and nothing before they were. */
export function serveParents(target: ServeApp): void {
  serve(target, parentsPdf, async ({ body, found, services, session, request }) => {
    const { exam, class: klass } = found
    // A page has all subjects: whoever teaches one of them has none of it to hand out.
    if (session.scope.subjects !== 'all') throw new AppError('OUT_OF_SCOPE', { what: '其他科目' })
    const { student_snapshot_id: snapshotId } = exam
    if (
      snapshotId === null ||
      (audienceOf(session.role) === 'teachers' && exam.teachers_told === 0)
    )
      throw new AppError('SCORE_NOT_RELEASED')
    const candidate = await services.db
      .selectFrom('candidate')
      .where('exam_id', '=', exam.id)
      .where('class_id', '=', klass.id)
      .select('id')
      .executeTakeFirst()
    if (!candidate) throw new AppError('EXPORT_EMPTY', { reason: '这个班没有考生参加本场考试' })
    const title = `家长一页 ${klass.name}`
    const order = {
      examId: exam.id,
      classId: klass.id,
      snapshotId,
      line: body.line ?? '',
      contact: body.contact ?? '',
      iso: isoNow(services.clock),
    }
    const { job_id } = await enqueue(services.db, services, parentsJob, order, {
      by: session,
      schoolId: exam.school_id,
      examId: exam.id,
      title: `${exam.name}：${title}`,
    })
    await audit(
      services.db,
      { services, session, request },
      {
        action: 'export',
        object: `exam:${exam.id}`,
        after: { report: 'parents', class_id: klass.id, snapshot_id: snapshotId },
      },
    )
    return { job_id }
  })
}
