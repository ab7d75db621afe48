import {
  downloadCreate,
  downloadList,
  type InputOf,
  REPORT_PRESETS,
  type ReportKey,
  reportPdf,
} from '@hengjuan/contracts'
import { AppError } from '@hengjuan/domain'
import { Value } from 'typebox/value'
import { type Call, serve, type ServeApp } from '../../../http/serve.ts'
import { describeJob, selectJobs } from '../../job/index.ts'
import { reportOf } from './registry.ts'
import { reportJobs } from './report-jobs.ts'
import { startReportFile } from './start-report-file.ts'
import { askedReport, assertKnownFilters } from './serve-report.ts'

/** Serves what is made beside the calls: PDFs, and workbooks that are too large to wait for. */
export function serveReportFiles(target: ServeApp): void {
  serve(target, reportPdf, (call) => begin(call, reportJobs.pdf))
  serve(target, downloadCreate, (call) => begin(call, reportJobs.workbook))
  serve(target, downloadList, async ({ query, services, session }) => {
    const { exam_id: examId, page = 1, limit = 20 } = query
    const kinds = [reportJobs.pdf.kind, reportJobs.workbook.kind]
    const { rows, total } = await selectJobs(services.db, session, { examId, kinds, page, limit })
    return { list: rows.map((job) => describeJob(session, job)), total, page, page_size: limit }
  })
}

type FileCall = Pick<Call<typeof reportPdf>, 'services' | 'session' | 'found' | 'request'> &
  InputOf<typeof reportPdf>

async function begin(call: FileCall, job: (typeof reportJobs)[keyof typeof reportJobs]) {
  const { services, session, found, request, body } = call
  const { preset, filters = {} } = body
  if ((body.report === undefined) === (preset === undefined))
    throw new AppError('INPUT_INVALID').withDetails([
      { path: 'report', message: '请给出 report 或 preset 中的一个' },
    ])
  const keys: readonly ReportKey[] = preset
    ? REPORT_PRESETS[preset].reports
    : body.report
      ? [body.report]
      : []
  const asked = []
  for (const key of keys) asked.push(await askedOf(call, key, preset !== undefined))
  return {
    job_id: await startReportFile({ services, session, found, request }, job, asked, {
      title: preset ? REPORT_PRESETS[preset].name : reportOf(keys[0] ?? '').report.title,
      filters,
    }),
  }
}

/** @param isOneOfSeveral then it takes the filters that it knows, and the others are for the others */
async function askedOf(call: FileCall, key: ReportKey, isOneOfSeveral: boolean) {
  const { services, session, found, body } = call
  const { report } = reportOf(key)
  const filters = body.filters ?? {}
  const { properties = {} }: { properties?: object } = report.query
  const known = Object.fromEntries(
    Object.entries(filters).filter(([name]) => !isOneOfSeveral || Object.hasOwn(properties, name)),
  )
  assertKnownFilters(report, Object.keys(known))
  const query = Value.Convert(report.query, { ...known, exam_id: body.exam_id }) as {
    exam_id: number
  }
  if (!Value.Check(report.query, query))
    throw new AppError('INPUT_INVALID').withDetails([
      { path: 'filters', message: '筛选的内容不符合要求' },
    ])
  return askedReport(report, { services, session, found, query }, true)
}
