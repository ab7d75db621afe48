import {
  itemReport,
  reportConfigPreview,
  reportExamples,
  type ReplyOf,
  reportNote,
  type reportStudents,
  studentReport,
} from '@hengjuan/contracts'
import { AppError } from '@hengjuan/domain'
import { isoNow } from '../../clock.ts'
import { serve, type ServeApp } from '../../http/serve.ts'
import { reportExamplesOf } from '../quality/index.ts'
import { serveAnswers } from './answers.routes.ts'
import { storeNote } from './notes.query.ts'
import { REPORTS, reportOf } from './serving/registry.ts'
import { servePagePdf } from './page-pdf/page-pdf.routes.ts'
import { serveParents } from './parents/parents.routes.ts'
import { serveTemplates } from './templates/templates.routes.ts'
import { serveReportFiles } from './serving/serve-files.ts'
import { previewConfig } from './serving/config-preview.ts'
import { reportReply } from './serving/report-work.ts'
import {
  askedReport,
  assertKnownFilters,
  namesIn,
  refusedAs,
  serveReport,
} from './serving/serve-report.ts'

export function registerReport(target: ServeApp): void {
  for (const report of REPORTS) serveReport(target, report)
  serveReportFiles(target)
  serveParents(target)
  servePagePdf(target)
  serveTemplates(target)
  serveAnswers(target)
  serve(target, reportConfigPreview, previewConfig)

  serve(target, reportExamples, async ({ query, found, services, session, request }) => {
    const { exam, view } = found
    assertKnownFilters(reportExamples, namesIn(request.url))
    if (exam.published_snapshot_id === null) throw new AppError('SCORE_NOT_RELEASED')
    // Examples carry no names: whoever may read reports of the subject sees them, but for who only marks.
    if (view.side === 'marker') throw new AppError('OUT_OF_SCOPE', { what: '该考试的报表' })
    // The same subjects and schools as the table that they stand beside.
    await askedReport(reportOf(itemReport.key).report, { query, found, services, session }, false)
    const on = { examId: query.exam_id, subjectId: query.subject_id, view }
    return { list: await reportExamplesOf(services, on) }
  })
  serve(target, reportNote, async ({ body, found, services, session }) => {
    const { exam_id, candidate_id } = body
    const candidate = await services.db
      .selectFrom('candidate')
      .where('exam_id', '=', exam_id)
      .where('id', '=', candidate_id)
      .select(['exam_no', 'student_id'])
      .executeTakeFirst()
    if (!candidate) throw new AppError('CANDIDATE_UNKNOWN')
    // Noted is about whom the caller sees, and about nobody else.
    const asked = await askedReport(
      reportOf(studentReport.key).report,
      { query: { exam_id, keyword: candidate.exam_no, limit: 50 }, found, services, session },
      false,
    )
    const reply = await reportReply(services, asked)
    if ('kind' in reply) throw refusedAs(reply)
    const { list } = reply as unknown as ReplyOf<typeof reportStudents>
    if (!list.some((one) => one.candidate_id === candidate_id))
      throw new AppError('CANDIDATE_UNKNOWN')
    const text = body.text.trim()
    await storeNote(services.db, {
      examId: exam_id,
      studentId: candidate.student_id,
      userId: session.userId,
      text,
      at: isoNow(services.clock),
    })
    return { text }
  })
}
