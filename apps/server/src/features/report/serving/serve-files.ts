import {
  bookReport,
  downloadCreate,
  downloadList,
  downloadRebuild,
  type Frame,
  type InputOf,
  jointExport,
  jointSchoolExport,
  rankScore,
  rankScoreProgress,
  REPORT_PRESETS,
  type ReportKey,
  reportPdf,
  studentLevelReport,
} from '@hengjuan/contracts'
import { AppError, GRADE_SCHEMES } from '@hengjuan/domain'
import { Value } from 'typebox/value'
import { type Call, serve, type ServeApp } from '../../../http/serve.ts'
import { deleteJobs, findJob } from '../../../jobs/index.ts'
import { describeJob, isExpired, isOwn, selectJobs } from '../../job/index.ts'
import { parentsJob } from '../parents/parents-job.ts'
import { reportOf } from './registry.ts'
import { type ReportOrder, type ReportPart, reportJobs } from './report-jobs.ts'
import { type AskedReport, reportReply } from './report-work.ts'
import { startReportFile } from './start-report-file.ts'
import { type AskingCall, askedReport, assertKnownFilters, refusedAs } from './serve-report.ts'

/** What an organiser hands over of a joint exam, and what a school takes home. @source reports P14, P39 */
const JOINT: readonly ReportKey[] = ['basic', 'area', 'average_school', 'grade', 'paper']
const JOINT_SCHOOL: readonly ReportKey[] = ['basic', 'average', 'line_overview', 'paper']
/** Where the caller sees people. */
const WITH_PEOPLE: readonly ReportKey[] = ['student']

/** Serves what is made beside the calls: PDFs, and workbooks that are too large to wait for. */
export function serveReportFiles(target: ServeApp): void {
  serve(target, reportPdf, (call) => begin(call, reportJobs.pdf))
  serve(target, downloadCreate, (call) => begin(call, reportJobs.workbook))
  serve(target, downloadList, async ({ query, services, session }) => {
    const { exam_id: examId, page = 1, limit = 20 } = query
    const kinds = [...Object.values(reportJobs), parentsJob].map(({ kind }) => kind)
    const filter = { examId, kinds, withExpired: true, page, limit }
    const { rows, total } = await selectJobs(services.db, session, filter)
    return { list: rows.map((job) => describeJob(session, job)), total, page, page_size: limit }
  })
  serve(target, downloadRebuild, async (call) => ({ job_id: await rebuild(call) }))
  serve(target, rankScore, async ({ services, session, found, request, body }) => {
    const { scheme, ...filters } = body
    const asked = await askedWith(
      { services, session, found },
      studentLevelReport.key as ReportKey,
      { ...filters, scheme },
      false,
    )
    // Who may not try this scheme, or sees no people, is told at once and not by a failed job.
    const first = await reportReply(services, { ...asked, query: { ...asked.query, limit: 1 } })
    if ('kind' in first) throw refusedAs(first)
    const title = `赋分：${GRADE_SCHEMES[scheme].name}`
    return {
      job_id: await startReportFile(
        { services, session, found, request },
        reportJobs.rankScore,
        [asked],
        { title, filters: { ...filters, scheme } },
      ),
    }
  })
  serve(target, rankScoreProgress, async ({ query, services, session }) => {
    const { rows } = await selectJobs(services.db, session, {
      examId: query.exam_id,
      kinds: [reportJobs.rankScore.kind],
      page: 1,
      limit: 1,
    })
    const [job] = rows.map((row) => describeJob(session, row))
    if (!job || (job.state !== 'waiting' && job.state !== 'running'))
      throw new AppError('RANK_SCORE_IDLE')
    const { job_id, step, progress, total } = job
    // Whole only when it is there.
    return {
      job_id,
      step,
      progress: total > 0 ? Math.min(99, Math.floor((progress * 100) / total)) : 0,
    }
  })
  serve(target, jointExport, (call) => beginJoint(call, JOINT, '联考汇总', {}))
  serve(target, jointSchoolExport, (call) => {
    const { school_id } = call.query
    return beginJoint(
      call,
      JOINT_SCHOOL,
      '联考成绩册',
      school_id === undefined ? {} : { school_id },
    )
  })
}

/** The same reports by the same filters, as the caller sees them now. @throws AppError NOT_FOUND */
async function rebuild({
  services,
  session,
  found,
  request,
  body,
}: Pick<Call<typeof downloadRebuild>, 'services' | 'session' | 'found' | 'request'> &
  InputOf<typeof downloadRebuild>): Promise<string> {
  const row = await findJob(services.db, body.job_id)
  const job = Object.values(reportJobs).find(({ kind }) => kind === row?.kind)
  if (!row || !job || !isOwn(session, row) || row.exam_id !== found.exam.id)
    throw new AppError('NOT_FOUND', { what: '文件' })
  const order = JSON.parse(row.payload) as ReportOrder
  const asking = { services, session, found }
  const asked = []
  for (const { key, query } of order.asked)
    asked.push(await askedWith(asking, key as ReportKey, query as Filters, true))
  const { title, parts, each } = order
  const filters = { rebuilt: row.id, ...asked[0]?.query }
  const jobId = await startReportFile({ services, session, found, request }, job, asked, {
    title,
    filters,
    parts,
    each,
  })
  // The line of the one that has gone is of no more use beside the new one.
  if (isExpired(row)) await deleteJobs(services.db, [row])
  return jobId
}

type FileCall = Pick<Call<typeof reportPdf>, 'services' | 'session' | 'found' | 'request'> &
  InputOf<typeof reportPdf>
type Filters = Record<string, number | string>

async function begin(call: FileCall, job: (typeof reportJobs)[keyof typeof reportJobs]) {
  const { services, session, found, request, body } = call
  const { preset, filters = {}, split = 'none', exam_id } = body
  if ((body.report === undefined) === (preset === undefined))
    throw new AppError('INPUT_INVALID').withDetails([
      { path: 'report', message: '请给出 report 或 preset 中的一个' },
    ])
  const { sections } = body
  const keys: readonly ReportKey[] = preset
    ? REPORT_PRESETS[preset].reports.filter((key) => !sections || sections.includes(key))
    : body.report
      ? [body.report]
      : []
  if (keys.length === 0)
    throw new AppError('INPUT_INVALID').withDetails([
      { path: 'sections', message: '请至少选一份这套里有的报表' },
    ])
  const asking = { services, session, found }
  const askedOf = (key: ReportKey, more: Filters = {}) =>
    askedWith(asking, key, { ...filters, ...more, exam_id }, preset !== undefined)
  const title = preset ? REPORT_PRESETS[preset].name : reportOf(keys[0] ?? '').report.title
  const started = { services, session, found, request }
  if (split === 'none') {
    const asked = []
    if (preset === 'booklet')
      for (const [key, more] of await sectionsOf(asking, keys, { ...filters, exam_id }))
        asked.push(await askedWith(asking, key, more, true))
    else for (const key of keys) asked.push(await askedOf(key))
    return { job_id: await startReportFile(started, job, asked, { title, filters }) }
  }
  if (split === 'student') {
    if (body.report !== bookReport.key || job !== reportJobs.pdf)
      throw new AppError('INPUT_INVALID').withDetails([
        { path: 'split', message: '只有错题本的 PDF 可以每名学生一份' },
      ])
    const job_id = await startReportFile(started, job, [await askedOf(body.report)], {
      title: `${title}（每名学生一份）`,
      filters: { ...filters, split },
      each: 'student',
    })
    return { job_id }
  }
  const parts: ReportPart[] = []
  const asked = []
  // Of a set those go along that answer to a class or school.
  const able = keys.filter((key) => hasFilter(key, `${split}_id`))
  if (able.length === 0)
    throw new AppError('INPUT_INVALID').withDetails([
      { path: 'split', message: `「${title}」不能按${split === 'class' ? '班级' : '学校'}分开` },
    ])
  const whole = await askedWith(asking, 'basic', { ...filters, exam_id }, true)
  for (const { name, ...only } of await partsOf(whole, services, split)) {
    parts.push({ name, count: able.length })
    for (const key of able) asked.push(await askedOf(key, only))
  }
  const words = split === 'class' ? '每班一份' : '每校一份'
  return {
    job_id: await startReportFile(started, job, asked, {
      title: `${title}（${words}）`,
      filters: { ...filters, split },
      parts,
    }),
  }
}

/** Reports of the page of a class: those of questions for every subject, and the other classes beside it. @source reports P03 */
async function sectionsOf(
  asking: Pick<AskingCall, 'services' | 'session' | 'found'>,
  keys: readonly ReportKey[],
  filters: Filters,
): Promise<[ReportKey, Filters][]> {
  const asked = await askedWith(asking, 'basic', filters, true)
  const reply = await reportReply(asking.services, asked)
  if ('kind' in reply) throw refusedAs(reply)
  const { named } = asking.found.view
  const isNamed = named === 'all' || named.length > 0
  const { class_id: _, ...ofSchool } = filters
  return keys.flatMap((key): [ReportKey, Filters][] => {
    const { report } = reportOf(key)
    if (report.named && !isNamed) return []
    if (key === 'average') return [[key, ofSchool]]
    return report.of === 'subject'
      ? reply.subjects.map(({ subject_id }) => [key, { ...filters, subject_id }])
      : [[key, filters]]
  })
}

/** The classes or schools that the caller sees of the exam, under names that no two of them share. */
async function partsOf(
  asked: AskedReport,
  services: FileCall['services'],
  split: 'class' | 'school',
): Promise<({ name: string } & Filters)[]> {
  const reply = await reportReply(services, asked)
  if ('kind' in reply) throw refusedAs(reply)
  const frame: Frame = reply
  const { class_id: onlyClass, school_id: onlySchool } = asked.query
  const isAsked = (school: number, klass?: number) =>
    (onlySchool === undefined || onlySchool === school) &&
    (onlyClass === undefined || klass === undefined || onlyClass === klass)
  const schoolName = (id: number) =>
    frame.schools.find(({ school_id }) => school_id === id)?.school_name ?? ''
  const all: ({ name: string } & Filters)[] =
    split === 'school'
      ? frame.schools
          .filter(({ school_id }) => isAsked(school_id))
          .map(({ school_id, school_name }) => ({ name: school_name, school_id }))
      : frame.classes
          .filter(({ class_id, school_id }) => isAsked(school_id, class_id))
          .map(({ class_id, class_name, school_id }) => ({
            name: frame.schools.length > 1 ? `${schoolName(school_id)} ${class_name}` : class_name,
            class_id,
          }))
  if (all.length === 0) throw new AppError('EXPORT_EMPTY', { reason: '没有可见的班级' })
  const seen = new Map<string, number>()
  return all.map((part) => {
    const nth = (seen.get(part.name) ?? 0) + 1
    seen.set(part.name, nth)
    return nth === 1 ? part : { ...part, name: `${part.name} (${nth})` }
  })
}

const hasFilter = (key: ReportKey, name: string): boolean => {
  const { properties = {} }: { properties?: object } = reportOf(key).report.query
  return Object.hasOwn(properties, name)
}

/** @param isOneOfSeveral then it takes the filters that it knows, and the others are for the others */
async function askedWith(
  asking: Pick<AskingCall, 'services' | 'session' | 'found'>,
  key: ReportKey,
  filters: Filters,
  isOneOfSeveral: boolean,
): Promise<AskedReport> {
  const { report } = reportOf(key)
  const known = Object.fromEntries(
    Object.entries(filters).filter(([name]) => !isOneOfSeveral || hasFilter(key, name)),
  )
  assertKnownFilters(report, Object.keys(known))
  const query = Value.Convert(report.query, known) as { exam_id: number }
  if (!Value.Check(report.query, query))
    throw new AppError('INPUT_INVALID').withDetails([
      { path: 'filters', message: '筛选的内容不符合要求' },
    ])
  return askedReport(report, { ...asking, query }, true)
}

type JointCall = Pick<Call<typeof jointExport>, 'services' | 'session' | 'found' | 'request'> &
  InputOf<typeof jointExport>

async function beginJoint(
  { services, session, found, request, query }: JointCall,
  keys: readonly ReportKey[],
  title: string,
  filters: Filters,
) {
  if (found.exam.scope !== 'joint')
    throw new AppError('EXPORT_EMPTY', { reason: '这场考试只有一所学校参加' })
  const { named } = found.view
  const isNamed = named === 'all' || named.length > 0
  const asking = { services, session, found }
  const asked = []
  for (const key of [...keys, ...(isNamed ? WITH_PEOPLE : [])])
    asked.push(await askedWith(asking, key, { ...filters, exam_id: query.exam_id }, true))
  const jobId = await startReportFile(
    { services, session, found, request },
    reportJobs.workbook,
    asked,
    { title, filters },
  )
  return { jobId }
}
