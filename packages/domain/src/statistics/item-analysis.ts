import { correlation, sumOf, varianceOf } from './moments.ts'

/** Below this number of complete candidates, indices are not shown. @source domain rules 11 */
export const MIN_CANDIDATES_FOR_INDICES = 10

/**
 * Difficulty 难度 p, 0 to 1, high is easy. Null for nobody or an item worth nothing.
 *
 * @source domain rules 11
 */
export const difficulty = (scores: ArrayLike<number>, full: number): number | null =>
  scores.length === 0 || full === 0 ? null : sumOf(scores) / (scores.length * full)

export type DifficultyBand = 'easy' | 'medium' | 'hard'

/** 0.70 and above easy, from 0.40 medium, below hard. */
export const difficultyBand = (p: number): DifficultyBand =>
  p >= 0.7 ? 'easy' : p >= 0.4 ? 'medium' : 'hard'

/** Codes and labels that the question bank gives; not derived from measured difficulty. */
export const DIFFICULTY_LABELS = { 4: '简单', 6: '一般', 8: '困难' } as const

export type DiscriminationBand = 'veryGood' | 'good' | 'fair' | 'poor'

export const discriminationBand = (d: number): DiscriminationBand =>
  d >= 0.4 ? 'veryGood' : d >= 0.3 ? 'good' : d >= 0.2 ? 'fair' : 'poor'

/** Size of the top and bottom groups: 27 % of N half up, at least one. */
export const groupSize = (n: number): number => Math.max(1, Math.floor((27 * n + 50) / 100))

/**
 * How much each candidate belongs to the top (or bottom) 27 % by a grouping score: 1 inside, 0 outside,
 * and an equal share for those on the cut, so that the result does not depend on sort order. The weights
 * add up to `groupSize`.
 */
export function groupWeights(by: ArrayLike<number>, end: 'top' | 'bottom'): Float64Array {
  const n = by.length
  const k = groupSize(n)
  const sign = end === 'top' ? 1 : -1
  const sorted = Float64Array.from(by, (value) => -sign * value).sort()
  const cut = -sign * sorted[k - 1]!
  let [inside, onCut] = [0, 0]
  for (let index = 0; index < n; index++) {
    if (sign * (by[index]! - cut) > 0) inside++
    else if (by[index] === cut) onCut++
  }
  const share = (k - inside) / onCut
  return Float64Array.from(by, (value) =>
    sign * (value - cut) > 0 ? 1 : value === cut ? share : 0,
  )
}

/**
 * Discrimination 区分度 D, −1 to 1: mean of the top group minus mean of the bottom group, over full.
 *
 * @param by grouping variable of the same candidates: subject total for items, exam total for subjects
 * @source domain rules 11
 */
export function discrimination(
  scores: ArrayLike<number>,
  by: ArrayLike<number>,
  full: number,
): number | null {
  if (scores.length === 0 || full === 0) return null
  const [top, bottom] = [groupWeights(by, 'top'), groupWeights(by, 'bottom')]
  let difference = 0
  for (let index = 0; index < scores.length; index++)
    difference += (top[index]! - bottom[index]!) * scores[index]!
  return difference / (groupSize(scores.length) * full)
}

/** Correlation of an item with the rest of the total; null where either does not vary. */
export const itemRest = (scores: ArrayLike<number>, totals: ArrayLike<number>): number | null =>
  correlation(
    scores,
    Float64Array.from(totals, (total, index) => total - scores[index]!),
  )

/**
 * Cronbach's alpha 信度 and the standard error of measurement. `sem` is in the unit of the scores. Alpha
 * may be negative; both null for fewer than two items or totals that do not vary.
 *
 * @param items one column of scores per item, all of the same candidates
 * @source domain rules 11
 */
export function reliability(items: readonly ArrayLike<number>[]): {
  alpha: number | null
  sem: number | null
} {
  const n = items[0]?.length ?? 0
  const totals = new Float64Array(n)
  for (const column of items)
    for (let index = 0; index < n; index++) totals[index]! += column[index]!
  const totalVariance = varianceOf(totals)
  if (items.length < 2 || !totalVariance) return { alpha: null, sem: null }
  const itemVariance = items.reduce((sum, column) => sum + (varianceOf(column) ?? 0), 0)
  const alpha = (items.length / (items.length - 1)) * (1 - itemVariance / totalVariance)
  return { alpha, sem: Math.sqrt(totalVariance * Math.max(0, 1 - alpha)) }
}

/** Knowledge-point rate as a fraction: scores over full marks of the items that carry the point. */
export const knowledgeRate = (
  items: readonly { score: number; full: number }[],
): { num: number; den: number } => ({
  num: items.reduce((sum, { score }) => sum + score, 0),
  den: items.reduce((sum, { full }) => sum + full, 0),
})
