import {
  type Frame,
  paperReport,
  questionSplitReport,
  studentReport,
  type StudentRow,
  visibleColumns,
} from '@hengjuan/contracts'
import { AppError, appErrorOf, type ErrorCode } from '@hengjuan/domain'
import { runInWorker, type Reading } from '../../../reader-thread/run-in-worker.ts'
import type { Services } from '../../../services.ts'
import { loadResults } from '../../score/index.ts'
import type { ReportConfig } from '../../setting/index.ts'
import { contextOf, type ReportViewer } from '../kit/context.ts'
import { loadEarlier } from '../kit/earlier.ts'
import type { EarlierHead } from '../kit/earlier.query.ts'
import type { KnowledgeTags } from '../kit/tags.query.ts'
import { formulasOf, frameOf, type VersionFacts } from '../kit/frame.ts'
import { fillStudentNos, selectSexes } from '../kit/student-facts.query.ts'
import { reportOf } from './registry.ts'
import { reportWorkbook } from '../kit/workbook.ts'

/*
 * Reports are made away from those who mark: a version of a region's results is tens of thousands of rows, which
 * are read, sorted and counted for each of them, and written to files of hundreds of thousands of cells.
 */

/** A report of a version, for somebody. Plain values: they travel to the reader thread. */
export interface AskedReport {
  key: string
  snapshotId: number
  /** Version to compare with. */
  earlierId: number | null
  /** The earlier exam to compare with, and those to look back on. */
  compared: EarlierHead | null
  history: readonly EarlierHead[]
  /** Of these the questions as well. */
  earlierPapers: readonly (EarlierHead & { tags: KnowledgeTags })[]
  /** What the caller noted about students. */
  ownNotes: Record<number, string>
  tags: KnowledgeTags
  /** Asked to take part, and not in the version. */
  missingSchools?: readonly string[]
  facts: VersionFacts
  viewer: ReportViewer
  config: ReportConfig
  query: Record<string, unknown>
  /** A file and not a page: named lists of grades 1 to 9 leave without ranks. @source reports 2.2 */
  isFile: boolean
}

/** Files larger than this are not made while somebody waits. @source platform 0; reports 4.1 */
const MOST_ROWS = 5000
const MOST_CELLS = 20_000
/** Of the largest exam there is. */
const EVERYBODY = 2_000_000

export type ReportFile =
  | { kind: 'file'; body: Uint8Array; rows: number; nameParts: string[] }
  | { kind: 'tooLarge' }
  | { kind: 'empty' }
  | Refusal

/** An error that happens to careful people, as it travels between threads. */
export interface Refusal {
  kind: 'refused'
  code: ErrorCode
  facts: Record<string, string | number>
}

/** Answers a page. Errors lose their code between threads: refusals come back as values. */
export const reportReply = runInWorker(
  import.meta.url,
  'reportReply',
  async (reading: Reading, asked: AskedReport): Promise<Frame | Refusal> =>
    replyOf(reading, asked).catch(refusalOf),
)

/** Makes the workbook of a report from the same reply. */
export const reportFile = runInWorker(
  import.meta.url,
  'reportFile',
  async (
    reading: Reading,
    asked: AskedReport,
    who: { name: string; role: string; at: string },
  ): Promise<ReportFile> => {
    const { report } = reportOf(asked.key)
    const whole = { ...asked.query, ...(report.named ? { page: 1, limit: MOST_ROWS } : {}) }
    const answer = await replyOf(reading, { ...asked, query: whole }).catch(refusalOf)
    if ('kind' in answer) return answer
    const reply = answer as Frame & { total?: number }
    const rows = report.rows(reply as never)
    const columns = visibleColumns(report.columns(reply as never), reply.rank_types)
    const count = typeof reply.total === 'number' && report.named ? reply.total : rows.length
    if (count === 0) return { kind: 'empty' }
    if (count > MOST_ROWS || count * columns.length > MOST_CELLS) return { kind: 'tooLarge' }
    const { footer } = reply
    return {
      kind: 'file',
      rows: rows.length,
      nameParts: [footer.exam_name, footer.subject_name, report.title, `v${footer.version}`],
      body: await reportWorkbook(report, reply, who),
    }
  },
)

function refusalOf(error: unknown): Refusal {
  if (!(error instanceof AppError)) throw error
  return { kind: 'refused', code: error.code, facts: error.facts }
}

/** The same for a file of any size. @throws AppError */
export async function wholeReply(
  services: Services,
  asked: AskedReport,
): Promise<{ report: ReturnType<typeof reportOf>['report']; reply: Frame }> {
  const { report } = reportOf(asked.key)
  const query = { ...asked.query, ...(report.named ? { page: 1, limit: EVERYBODY } : {}) }
  const reply = await reportReply(services, { ...asked, query, isFile: true })
  if ('kind' in reply) throw appErrorOf(reply.code, reply.facts)
  return { report, reply }
}

async function replyOf({ db }: Reading, asked: AskedReport): Promise<Frame> {
  const { report, compute } = reportOf(asked.key)
  const version = await loadResults(db, asked.snapshotId)
  const context = contextOf(
    version,
    asked.viewer,
    asked.config,
    asked.query,
    asked.facts.regionNames,
  )
  if (asked.earlierId !== null) context.earlier = await loadResults(db, asked.earlierId)
  if (asked.compared) context.compared = (await loadEarlier(db, [asked.compared]))[0] ?? null
  context.history = await loadEarlier(db, asked.history)
  context.earlierPapers = await Promise.all(
    asked.earlierPapers.map(async (head) => ({
      ...head,
      version: await loadResults(db, head.snapshotId),
    })),
  )
  context.ownNotes = asked.ownNotes
  context.tags = asked.tags
  context.isFile = asked.isFile
  context.missingSchools = asked.missingSchools ?? []
  if (asked.key === questionSplitReport.key) context.sexes = await selectSexes(db, version.examId)
  if (asked.compared && asked.key === paperReport.key)
    context.comparedVersion = await loadResults(db, asked.compared.snapshotId)
  if (asked.isFile && report.named && context.version.manifest.policy === 'compulsory')
    context.rankTypes = []
  const computed = compute(context, asked.query as never)
  if (asked.key === studentReport.key)
    await fillStudentNos(db, (computed.body as unknown as { list: StudentRow[] }).list)
  const reply = { ...frameOf(context, asked.facts, computed), ...(computed.body as object) }
  reply.footer.formulas = formulasOf(
    visibleColumns(report.columns(reply as never), context.rankTypes),
  )
  return reply
}
