import {
  areaReport,
  bookReport,
  criticalReport,
  itemReport,
  lineOverviewReport,
  paperReport,
  type Route,
  versionDiffReport,
} from '@hengjuan/contracts'
import {
  AppError,
  appErrorOf,
  audienceOf,
  mayDo,
  STANDING_EXAMS,
  TOTAL_SUBJECT_ID,
} from '@hengjuan/domain'
import type { ResultManifest } from '@hengjuan/stats'
import type { Db } from '@hengjuan/db'
import { isoNow } from '../../../clock.ts'
import type { Found } from '../../../http/access.ts'
import { audit } from '../../../http/audit.ts'
import { type Call, serve, type ServeApp } from '../../../http/serve.ts'
import { xlsxReply } from '../../../spreadsheet/xlsx-reply.ts'
import { wallTime } from '../../../wall-clock.ts'
import { reportConfig } from '../../setting/index.ts'
import { isForeignSubject } from '../kit/context.ts'
import { selectEarlier } from '../kit/earlier.query.ts'
import type { VersionFacts } from '../kit/frame.ts'
import { selectNotes } from '../notes.query.ts'
import { reportOf } from './registry.ts'
import { reportJobs } from './report-jobs.ts'
import { startReportFile } from './start-report-file.ts'
import { type AskedReport, type Refusal, reportFile, reportReply } from './report-work.ts'
import type { ServedReport } from '../kit/served-report.ts'
import { selectTags } from '../kit/tags.query.ts'
import {
  findEarlier,
  findVersion,
  selectMissingSchools,
  selectRegionNames,
  selectVersions,
} from '../kit/version.query.ts'

/** Reports that name knowledge points. */
const READS_TAGS: readonly string[] = [paperReport.key, itemReport.key, bookReport.key]

/** What the kit needs of a call: every report has these. */
type ReportCall = AskingCall & Pick<Call<Route>, 'request'>

export type AskingCall = Pick<Call<Route>, 'session' | 'services'> & {
  query: Record<string, unknown> & {
    exam_id: number
    version?: number
    from?: number
    subject_id?: number
    compare_exam_id?: number
    back?: number
  }
  found: Pick<Found, 'exam' | 'view'>
}

/** Serves the page and the file of a report: access, version, policy, thread and the record of what left. */
export function serveReport(target: ServeApp, { report }: ServedReport): void {
  serve(target, report.list, async (call) => {
    const known = call as unknown as ReportCall
    assertKnownFilters(report, namesIn(known.request.url))
    const asked = await askedReport(report, known, false)
    const reply = await reportReply(call.services, asked)
    if ('kind' in reply) throw refusedAs(reply)
    return reply as never
  })

  serve(target, report.export, async (call) => {
    const known = call as unknown as ReportCall
    const { services, session, found, query, request } = known
    assertKnownFilters(report, namesIn(request.url))
    const asked = await askedReport(report, known, true)
    const at = isoNow(services.clock)
    const who = { name: session.userName, role: session.role, at: wallTime(at) }
    const file = await reportFile(services, asked, who)
    if (file.kind === 'refused') throw refusedAs(file)
    if (file.kind === 'empty') throw new AppError('EXPORT_EMPTY', { reason: '没有符合条件的数据' })
    // Pictures are read and written one by one.
    const isPictured = report.key === bookReport.key && query['pictures'] === 'on'
    if (file.kind === 'tooLarge' || isPictured)
      return {
        jobId: await startReportFile(known as never, reportJobs.workbook, [asked], {
          title: report.title,
          filters: query,
        }),
      }
    await audit(
      services.db,
      { services, session, request },
      {
        action: 'export',
        object: `exam:${found.exam.id}`,
        after: {
          report: report.key,
          snapshot_id: asked.snapshotId,
          filters: query,
          rows: file.rows,
        },
      },
    )
    return xlsxReply(file.nameParts, at, file.body)
  })
}

export const refusedAs = ({ code, facts }: Refusal): AppError => appErrorOf(code, facts)

/**
 * @throws AppError INPUT_INVALID for filters that the report does not have; SCORE_NOT_RELEASED; VERSION_GONE;
 *   OUT_OF_SCOPE for a subject or class that the role does not reach
 */
export async function askedReport(
  report: ServedReport['report'],
  { query, found, services, session }: AskingCall,
  isFile: boolean,
): Promise<AskedReport> {
  const { exam, view } = found
  const { db } = services
  const viewer = { role: session.role, scope: session.scope, view }
  const mayPreview = mayDo(session.role, 'score.preview') && view.side === 'organiser'
  if (audienceOf(session.role) === 'teachers' && exam.teachers_told === 0)
    throw new AppError('SCORE_NOT_RELEASED')
  const snapshot = await findVersion(db, exam, mayPreview ? query.version : undefined)
  if (!snapshot) {
    if (query.version === undefined || exam.published_snapshot_id === null)
      throw new AppError('SCORE_NOT_RELEASED')
    throw new AppError('VERSION_GONE', { version: query.version })
  }
  if (query.version !== undefined && snapshot.version !== query.version)
    throw new AppError('VERSION_GONE', { version: query.version })
  const manifest = JSON.parse(snapshot.manifest) as Pick<
    ResultManifest,
    'subjects' | 'gradeId' | 'schools'
  >
  const first = manifest.subjects.find(
    ({ id }) => !isForeignSubject({ manifest } as never, viewer, id),
  )
  if (report.of === 'subject' && !first)
    throw new AppError('EXPORT_EMPTY', { reason: '没有您可以查看的科目' })
  if (isForeignSubject({ manifest } as never, viewer, query.subject_id))
    throw new AppError('OUT_OF_SCOPE', { what: '该科目' })
  // Question tables have no total: without a subject the first one that the role may see is shown.
  const isKnown = manifest.subjects.some(({ id }) => id === query.subject_id)
  const subjectId =
    report.of === 'total'
      ? TOTAL_SUBJECT_ID
      : report.of === 'subject' && !isKnown
        ? first?.id
        : query.subject_id
  const isCurrent = snapshot.id === exam.published_snapshot_id
  const offered =
    comparesExams(report) || reportOf(report.key).looksBack || (query.back ?? 0) > 0
      ? await selectEarlier(db, exam, view, session)
      : []
  const compared = offered.find(({ examId }) => examId === query.compare_exam_id) ?? null
  if (query.compare_exam_id !== undefined && !compared)
    throw new AppError('OUT_OF_SCOPE', { what: '对比的考试' })
  // A line that was announced for that exam is the one that held there.
  if (compared && report.key === lineOverviewReport.key)
    compared.lines = await selectLinesOf(db, compared.examId)
  const facts: VersionFacts = {
    publishedAt: isCurrent ? exam.published_at : null,
    isCurrent,
    versions: mayPreview
      ? await selectVersions(db, exam)
      : [{ version: snapshot.version, published_at: exam.published_at, is_current: isCurrent }],
    regionNames: await selectRegionNames(db, manifest.schools),
    compareExams: offered.map(({ examId, name, startDate }) => ({
      exam_id: examId,
      exam_name: name,
      start_date: startDate,
    })),
  }
  return {
    key: report.key,
    snapshotId: snapshot.id,
    earlierId:
      report.key === versionDiffReport.key && mayPreview
        ? await findEarlier(db, exam, snapshot.version, query.from)
        : null,
    compared,
    history: reportOf(report.key).looksBack ? offered.slice(0, STANDING_EXAMS - 1) : [],
    earlierPapers: await Promise.all(
      offered.slice(0, query.back ?? 0).map(async (head) => ({
        ...head,
        tags: await selectTags(db, head.examId),
      })),
    ),
    ownNotes:
      report.key === criticalReport.key ? await selectNotes(db, exam.id, session.userId) : {},
    missingSchools:
      report.key === areaReport.key
        ? await selectMissingSchools(db, exam.id, manifest.schools ?? [], view)
        : [],
    tags: READS_TAGS.includes(report.key) ? await selectTags(db, exam.id) : {},
    facts,
    viewer,
    config: await reportConfig(db, {
      schoolId: exam.school_id,
      gradeId: exam.grade_id,
      examId: exam.id,
    }),
    query: { ...query, subject_id: subjectId },
    isFile,
  }
}

async function selectLinesOf(db: Db, examId: number) {
  const then = await db
    .selectFrom('exam')
    .where('id', '=', examId)
    .select(['school_id', 'grade_id'])
    .executeTakeFirstOrThrow()
  const place = { schoolId: then.school_id, gradeId: then.grade_id, examId }
  return (await reportConfig(db, place)).lines
}

const comparesExams = ({ query }: Pick<ServedReport['report'], 'query'>): boolean =>
  'properties' in query && Object.hasOwn(query.properties as object, 'compare_exam_id')

export const namesIn = (url: string): string[] => [
  ...new URL(url, 'http://localhost').searchParams.keys(),
]

/** None is ignored in silence. @source reports 6 */
export function assertKnownFilters(
  { query }: Pick<ServedReport['report'], 'query'>,
  asked: readonly string[],
): void {
  const { properties = {} }: { properties?: object } = query
  const strangers = asked.filter((name) => !Object.hasOwn(properties, name))
  if (strangers.length > 0)
    throw new AppError('INPUT_INVALID').withDetails(
      strangers.map((path) => ({ path, message: '这个报表没有这项筛选' })),
    )
}
