import type { Frame, Report } from '@hengjuan/contracts'
import { type ResultVersion, totalsOf } from '@hengjuan/stats'
import {
  contextOf,
  type ReportContext,
  type ReportViewer,
} from '../../apps/server/src/features/report/kit/context.ts'
import { frameOf } from '../../apps/server/src/features/report/kit/frame.ts'
import { reportOf } from '../../apps/server/src/features/report/serving/registry.ts'
import type { MadeExam } from './made-exam.ts'
import { packExam } from './pack-exam.ts'
import { DIRECTOR, PAGE_CONFIG } from './page-viewer.ts'

type Query = Record<string, unknown>
type Tags = ReportContext['tags']

/** An exam that a page is asked of, with those before it, and who asks. */
export interface Asked {
  /** The newest first; the others are what it is compared with. */
  exams: readonly MadeExam[]
  config?: ReportContext['config']
  viewer?: ReportViewer
  tags?: Tags
}

const packed = new WeakMap<MadeExam, ResultVersion>()
function versionOf(exam: MadeExam): ResultVersion {
  const known = packed.get(exam) ?? packExam(exam)
  packed.set(exam, known)
  return known
}

/** In turn nothing noted, a boy, a girl. */
const sexesOf = ({ columns }: ResultVersion): ReportContext['sexes'] =>
  new Map([...columns.studentId].map((id, place) => [id, ['', '男', '女'][place % 3]!]))

function contextFor(
  { exams, config = PAGE_CONFIG, viewer = DIRECTOR, tags = {} }: Asked,
  query: Query,
): ReportContext {
  const [now, ...before] = exams.map(versionOf)
  if (!now) throw new Error('no exam')
  const context = { ...contextOf(now, viewer, config, query), tags, sexes: sexesOf(now) }
  context.history = before.map((version, at) => ({
    examId: 100 + at,
    name: `第 ${at + 1} 次`,
    startDate: '2026-09-20',
    snapshotId: 100 + at,
    schools: 'all' as const,
    totals: totalsOf(version),
  }))
  context.compared = context.history[0] ?? null
  context.comparedVersion = before[0] ?? null
  return context
}

/** What a page adds to the frame of all pages. */
export const bodyOf = (asked: Asked, key: string, query: Query = {}): unknown =>
  reportOf(key).compute(contextFor(asked, query), query as never).body

export type AnyReport = Report<never, Frame, object>

/** A page as it is served: its definition, and the whole of its reply. */
export function replyOf(asked: Asked, key: string, query: Query) {
  const { report, compute } = reportOf(key)
  const context = contextFor(asked, query)
  const { body, ...told } = compute(context, query as never)
  const frame = frameOf(
    context,
    { publishedAt: null, isCurrent: true, versions: [], compareExams: [], regionNames: {} },
    told,
  )
  return {
    report: report as unknown as AnyReport,
    reply: { ...frame, ...(body as object) } as Frame & Record<string, unknown>,
  }
}
