import { itemReport, reportExamples } from '@hengjuan/contracts'
import { AppError } from '@hengjuan/domain'
import { serve, type ServeApp } from '../../http/serve.ts'
import { reportExamplesOf } from '../marking/index.ts'
import { REPORTS, reportOf } from './serving/registry.ts'
import { serveReportFiles } from './serving/serve-files.ts'
import { askedReport, assertKnownFilters, namesIn, serveReport } from './serving/serve-report.ts'

export function registerReport(target: ServeApp): void {
  for (const report of REPORTS) serveReport(target, report)
  serveReportFiles(target)

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
}
