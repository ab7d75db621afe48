import type { Milli } from '../milli.ts'

/** How a subject line was drawn; a report prints it. */
export const EFFECTIVE_LINE_METHODS = {
  same_rate: '同率法',
  coefficient: '系数法',
  window_mean: '邻域均分法',
  manual: '手工设定',
} as const

export type EffectiveLineMethod = keyof typeof EFFECTIVE_LINE_METHODS

export type CriticalPlace = 'push' | 'hold' | null

/** How close to a line counts as critical, in thousandths; defaults for totals. @source domain rules 14.2 */
export const CRITICAL_BAND = { belowMilli: 20_000, aboveMilli: 10_000 } as const

/** 线下临界 (`push`) just below a line, 线上临界 (`hold`) just on it, null elsewhere. */
export function criticalPlace(
  scoreMilli: Milli,
  lineMilli: Milli,
  band: { belowMilli: Milli; aboveMilli: Milli } = CRITICAL_BAND,
): CriticalPlace {
  if (scoreMilli >= lineMilli) return scoreMilli < lineMilli + band.aboveMilli ? 'hold' : null
  return scoreMilli >= lineMilli - band.belowMilli ? 'push' : null
}
