import {
  exportAverages,
  exportItems,
  exportSegments,
  exportStudents,
  reportClassAverages,
  reportExamples,
  reportItems,
  reportPaper,
  reportScoreSegments,
  reportStudents,
} from '@hengjuan/contracts'
import { AppError } from '@hengjuan/domain'
import { audit } from '../../http/audit.ts'
import type { Found } from '../../http/access.ts'
import type { ExamView } from '../../http/exam-view.ts'
import { type FileReply, serve, type ServeApp } from '../../http/serve.ts'
import type { Session } from '../../http/session.ts'
import type { Services } from '../../services.ts'
import { xlsxReply } from '../../spreadsheet/xlsx-reply.ts'
import { reportExamplesOf } from '../marking/index.ts'
import { loadReleasedHead } from '../score/index.ts'
import { reportConfig } from '../setting/index.ts'
import { visibleSubjects } from './population.ts'
import {
  type AskedReport,
  averagesFile,
  averagesReport,
  itemsFile,
  itemsReport,
  paperReport,
  segmentsFile,
  segmentsReport,
  studentsFile,
  studentsReport,
} from './report-work.ts'

const MILLI_A_POINT = 1000

type Asked = Pick<Found, 'exam' | 'view'>
interface Filter {
  subject_id?: number | undefined
  class_id?: number | undefined
}

export function registerReport(target: ServeApp): void {
  serve(target, reportStudents, async ({ query, found, services, session }) => {
    assertNamed(found.view)
    const asked = await askedReport(services, session, found, query)
    return studentsReport(services, asked, {
      keyword: query.keyword ?? '',
      order: query.order ?? 'total',
      ascending: query.asc === 1,
      page: query.page,
      limit: query.limit,
    })
  })

  serve(target, reportClassAverages, async ({ query, found, services, session }) =>
    averagesReport(services, await askedReport(services, session, found, query)),
  )

  serve(target, reportScoreSegments, async ({ query, found, services, session }) => {
    const asked = await askedReport(services, session, found, query)
    return segmentsReport(services, asked, query.width ?? segmentPoints(asked))
  })

  serve(target, reportItems, async ({ query, found, services, session }) =>
    itemsReport(services, await askedSubjectReport(services, session, found, query)),
  )

  serve(target, reportExamples, async ({ query, found, services, session }) => {
    await askedReport(services, session, found, query)
    const on = { examId: query.exam_id, subjectId: query.subject_id, view: found.view }
    return { list: await reportExamplesOf(services, on) }
  })

  serve(target, reportPaper, async ({ found, services, session }) =>
    paperReport(services, await askedReport(services, session, found, {})),
  )

  serve(target, exportStudents, async ({ query, found, services, session, request }) => {
    assertNamed(found.view)
    const asked = await askedReport(services, session, found, query)
    const file = await studentsFile(services, asked)
    await auditExport(services, session, request, found.exam, 'student')
    return fileOf('学生成绩', file)
  })

  serve(target, exportAverages, async ({ query, found, services, session, request }) => {
    const asked = await askedReport(services, session, found, query)
    const file = await averagesFile(services, asked)
    await auditExport(services, session, request, found.exam, 'average')
    return fileOf('班级均分', file)
  })

  serve(target, exportSegments, async ({ query, found, services, session, request }) => {
    const asked = await askedReport(services, session, found, query)
    const file = await segmentsFile(services, asked, query.width ?? segmentPoints(asked))
    await auditExport(services, session, request, found.exam, 'section')
    return fileOf('分数段', file)
  })

  serve(target, exportItems, async ({ query, found, services, session, request }) => {
    const asked = await askedSubjectReport(services, session, found, query)
    const file = await itemsFile(services, asked)
    await auditExport(services, session, request, found.exam, 'little')
    return fileOf('小题得分率', file)
  })
}

/** Bureaus see how schools did, not who. @throws AppError REGION_FIGURES_ONLY */
function assertNamed({ named }: ExamView): void {
  if (named !== 'all' && named.length === 0) throw new AppError('REGION_FIGURES_ONLY')
}

/** @throws AppError SCORE_NOT_RELEASED; OUT_OF_SCOPE for a subject that the role does not reach */
async function askedReport(
  services: Services,
  { role, scope }: Session,
  { exam, view }: Asked,
  { subject_id: subjectId, class_id: classId }: Filter,
): Promise<AskedReport> {
  const head = await loadReleasedHead(services.db, exam)
  const config = await reportConfig(services.db, placeOf(exam))
  const viewer = { role, scope, view, config }
  const isThere = head.manifest.subjects.some(({ id }) => id === subjectId)
  if (isThere && !visibleSubjects(head, viewer).some(({ id }) => id === subjectId))
    throw new AppError('OUT_OF_SCOPE', { what: '该科目' })
  return {
    snapshotId: head.snapshotId,
    publishedAt: exam.published_at,
    viewer,
    subjectId,
    classId,
  }
}

/**
 * Question tables have no total: without a subject the first one that the role may see is shown.
 *
 * @throws AppError EXPORT_EMPTY, and what `askedReport` throws
 */
async function askedSubjectReport(
  services: Services,
  session: Session,
  asked: Asked,
  filter: Filter,
): Promise<AskedReport> {
  const head = await loadReleasedHead(services.db, asked.exam)
  const [first] = visibleSubjects(head, session)
  const subject = head.manifest.subjects.find(({ id }) => id === filter.subject_id) ?? first
  if (!subject) throw new AppError('EXPORT_EMPTY', { reason: '没有您可以查看的科目' })
  return askedReport(services, session, asked, { ...filter, subject_id: subject.id })
}

const placeOf = (exam: Asked['exam']) => ({
  schoolId: exam.school_id,
  gradeId: exam.grade_id,
  examId: exam.id,
})

const segmentPoints = ({ viewer }: AskedReport): number =>
  viewer.config.segmentWidthMilli / MILLI_A_POINT

function fileOf(
  report: string,
  file: Awaited<ReturnType<typeof studentsFile>>,
): Promise<FileReply> {
  const { examName, subjectName, version, createdAt, body } = file
  return xlsxReply([examName, subjectName, report, `v${version}`], createdAt, body)
}

const auditExport = (
  services: Services,
  session: Session,
  request: { id: string },
  exam: { id: number; published_snapshot_id: number | null },
  report: string,
): Promise<void> =>
  audit(
    services.db,
    { services, session, request },
    {
      action: 'export',
      object: `exam:${exam.id}`,
      after: { report, snapshot_id: exam.published_snapshot_id },
    },
  )
