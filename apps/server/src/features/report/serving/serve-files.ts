import { downloadCreate, reportPdf, type InputOf } from '@hengjuan/contracts'
import { AppError } from '@hengjuan/domain'
import { Value } from 'typebox/value'
import { type Call, serve, type ServeApp } from '../../../http/serve.ts'
import { reportOf } from './registry.ts'
import { reportJobs } from './report-jobs.ts'
import { startReportFile } from './start-report-file.ts'
import { askedReport, assertKnownFilters } from './serve-report.ts'

/** Serves what is made beside the calls: PDFs, and workbooks that are too large to wait for. */
export function serveReportFiles(target: ServeApp): void {
  serve(target, reportPdf, (call) => begin(call, reportJobs.pdf))
  serve(target, downloadCreate, (call) => begin(call, reportJobs.workbook))
}

async function begin(
  {
    services,
    session,
    found,
    body,
    request,
  }: Pick<Call<typeof reportPdf>, 'services' | 'session' | 'found' | 'request'> &
    InputOf<typeof reportPdf>,
  job: (typeof reportJobs)[keyof typeof reportJobs],
) {
  const { report } = reportOf(body.report)
  const filters = body.filters ?? {}
  assertKnownFilters(report, Object.keys(filters))
  const query = Value.Convert(report.query, { ...filters, exam_id: body.exam_id }) as {
    exam_id: number
  }
  if (!Value.Check(report.query, query))
    throw new AppError('INPUT_INVALID').withDetails([
      { path: 'filters', message: '筛选的内容不符合要求' },
    ])
  const asked = await askedReport(report, { services, session, found, query }, true)
  return {
    job_id: await startReportFile({ services, session, found, request }, job, asked, filters),
  }
}
