import { downloadCreate, reportPdf, type InputOf } from '@hengjuan/contracts'
import { AppError } from '@hengjuan/domain'
import { Value } from 'typebox/value'
import { isoNow } from '../../../clock.ts'
import { audit } from '../../../http/audit.ts'
import { type Call, serve, type ServeApp } from '../../../http/serve.ts'
import { enqueue, type Job } from '../../../jobs/index.ts'
import { wallTime } from '../../../wall-clock.ts'
import { reportOf } from './registry.ts'
import { reportJobs } from './report-jobs.ts'
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
  job: Job<never>,
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
  const iso = isoNow(services.clock)
  const who = { name: session.userName, role: session.role, at: wallTime(iso), iso }
  const { exam } = found
  await audit(
    services.db,
    { services, session, request },
    {
      action: 'export',
      object: `exam:${exam.id}`,
      after: { report: report.key, kind: job.kind, snapshot_id: asked.snapshotId, filters },
    },
  )
  const { job_id } = await enqueue(services.db, services, job, { asked, who } as never, {
    by: session,
    schoolId: exam.school_id,
    examId: exam.id,
    title: `${exam.name}：${report.title}`,
  })
  return { job_id }
}
