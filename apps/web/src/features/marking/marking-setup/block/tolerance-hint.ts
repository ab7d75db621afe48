import type { ReplyOf, toleranceGaps } from '@hengjuan/contracts'
import {
  evidenceOf,
  formatPercent,
  type GapCount,
  type Milli,
  overGapShare,
  overPointShare,
} from '@hengjuan/domain'
import type { Block } from './settings-field.ts'

export type Gaps = ReplyOf<typeof toleranceGaps>

/** What a block would allow. */
export interface Allowed {
  mode: number
  scope: Block['compare_scope']
  totalMilli: Milli
  /** In the order of its points. */
  pointsMilli: readonly Milli[]
}

/** What becomes of papers whose readings lie too far apart. */
const OUTCOMES: Readonly<Record<number, string>> = {
  1: '进入仲裁',
  2: '超过阈值而直接合分',
  3: '需要三评',
  4: '需要三评',
}

const rowsOf = ({ gaps }: Gaps): GapCount[] =>
  gaps.map(({ gap_milli, point_gaps_milli, count }) => ({
    totalMilli: gap_milli,
    pointsMilli: point_gaps_milli,
    count,
  }))

const isTyped = (values: readonly Milli[]): boolean => values.every((value) => value >= 0)

/**
 * Which share of the papers that are read twice is to be expected over the tolerances; empty while what is typed is
 * no tolerance.
 *
 * @source domain rules 3.5
 */
export function hintOf(gaps: Gaps, { mode, scope, totalMilli, pointsMilli }: Allowed): string {
  if (gaps.source === 'none')
    return '还不能预计：本题块没有评过两次的试卷，本校以前的考试也没有同科目同满分的双评题块'
  const byPoint = scope !== 'total'
  if (byPoint && !gaps.has_points)
    return `还不能预计：${sourceOf(gaps)}的给分点与本题块不同，不能按给分点比较`
  if (!isTyped([...(scope === 'point' ? [] : [totalMilli]), ...(byPoint ? pointsMilli : [])]))
    return ''
  const { over, of } = overGapShare(rowsOf(gaps), { scope, totalMilli, pointsMilli })
  const few = evidenceOf(of) === 'hidden' ? '，份数很少，只供参考' : ''
  return `双评的试卷预计 ${formatPercent(over, of, 1)} ${OUTCOMES[mode] ?? '超过阈值'}（${sourceOf(gaps)} ${of} 对中有 ${over} 对${few}）`
}

const sourceOf = ({ source, exam_name, block_name }: Gaps): string =>
  source === 'own' ? '本题块已评的' : `「${exam_name}」${block_name}`

/** The same of one point by itself; empty where nothing can be said. */
export function pointHintOf(gaps: Gaps | undefined, point: number, toleranceMilli: Milli): string {
  if (!gaps?.has_points || gaps.pair_count === 0 || !isTyped([toleranceMilli])) return ''
  const { over, of } = overPointShare(rowsOf(gaps), point, toleranceMilli)
  return `预计 ${formatPercent(over, of, 1)} 超过`
}
