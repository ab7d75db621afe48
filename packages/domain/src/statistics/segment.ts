import { MILLI_PER_POINT } from '../milli.ts'
import type { Milli } from '../milli.ts'

export interface Interval {
  lower: number
  upper: number
}

/** Intervals whose lower bound lies above the upper; an error of its own. */
export const isReversed = ({ lower, upper }: Interval): boolean => lower > upper

/**
 * Whether any two intervals overlap. Closed ones ([1,50],[50,90]) overlap when they share an end,
 * half-open ones ([0,10),[10,20)) do not.
 *
 * @source specification, section 5; domain rules 10
 */
export function anyOverlap(intervals: readonly Interval[], ends: 'closed' | 'half_open'): boolean {
  const sorted = [...intervals].sort((a, b) => a.lower - b.lower)
  let reach = -Infinity
  for (const { lower, upper } of sorted) {
    if (ends === 'closed' ? lower <= reach : lower < reach) return true
    reach = Math.max(reach, upper)
  }
  return false
}

export interface ScoreSegment {
  lowerMilli: Milli
  upperMilli: Milli
  /** `[90,100]` for the top segment, `[80,90)` for others: is the upper end inside? */
  closed: boolean
  count: number
  /** From the top down to and including this segment. */
  cumulative: number
}

/**
 * Score segments of a width, anchored at 0, from the top down; the top segment is closed at the full mark.
 *
 * @param scoresMilli 0 to `fullMilli`
 * @param widthMilli  above 0
 * @source domain rules 10
 */
export function scoreSegments(
  scoresMilli: ArrayLike<Milli>,
  fullMilli: Milli,
  widthMilli: Milli,
): ScoreSegment[] {
  const count = Math.max(1, Math.ceil(fullMilli / widthMilli))
  const counts = Array.from({ length: count }, () => 0)
  for (let index = 0; index < scoresMilli.length; index++) {
    const segment = Math.min(count - 1, Math.floor(scoresMilli[index]! / widthMilli))
    counts[segment] = (counts[segment] ?? 0) + 1
  }
  let cumulative = 0
  return counts
    .map((inside, segment) => ({ inside, segment }))
    .reverse()
    .map(({ inside, segment }) => {
      cumulative += inside
      return {
        lowerMilli: segment * widthMilli,
        upperMilli: Math.min(fullMilli, (segment + 1) * widthMilli),
        closed: segment === count - 1,
        count: inside,
        cumulative,
      }
    })
}

export interface OnePointRow {
  /** Whole points; 86.5 counts as 86. */
  points: number
  count: number
  cumulative: number
  /** Rank of whoever stands in this row. */
  rank: number
}

/** 一分一段: one row a point, from the full mark down, empty rows kept. @source domain rules 10 */
export function onePointTable(scoresMilli: ArrayLike<Milli>, fullMilli: Milli): OnePointRow[] {
  const full = Math.floor(fullMilli / MILLI_PER_POINT)
  const counts = Array.from({ length: full + 1 }, () => 0)
  for (let index = 0; index < scoresMilli.length; index++) {
    const points = Math.min(full, Math.floor(scoresMilli[index]! / MILLI_PER_POINT))
    counts[points] = (counts[points] ?? 0) + 1
  }
  let cumulative = 0
  return counts
    .map((count, points) => ({ count, points }))
    .reverse()
    .map(({ count, points }) => {
      const rank = cumulative + 1
      cumulative += count
      return { points, count, cumulative, rank }
    })
}

/**
 * How many stand in each band of ranks ([1,50], [51,100], …). Ties may overfill a band; the actual count
 * is given.
 */
export const rankSegments = (
  ranks: readonly (number | null)[],
  bands: readonly Interval[],
): { band: Interval; count: number }[] =>
  bands.map((band) => ({
    band,
    count: ranks.filter((rank) => rank !== null && rank >= band.lower && rank <= band.upper).length,
  }))
