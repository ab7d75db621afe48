import { MILLI_PER_POINT } from '../../milli.ts'
import type { Milli } from '../../milli.ts'
import { divideHalfUp } from '../../rounding.ts'
import type { CompareScope } from '../../mark-codes.ts'

/**
 * Tolerance offered when a block is marked twice, by its full mark: 0 below 3 points, 1 below 10,
 * 2 below 20, 3 below 40, then 10 % in whole points.
 *
 * @source domain rules 3.5
 */
export function defaultTolerance(fullMilli: Milli): Milli {
  const full = fullMilli / MILLI_PER_POINT
  if (full < 3) return 0
  if (full < 10) return MILLI_PER_POINT
  if (full < 20) return 2 * MILLI_PER_POINT
  if (full < 40) return 3 * MILLI_PER_POINT
  return divideHalfUp(fullMilli, 10 * MILLI_PER_POINT) * MILLI_PER_POINT
}

/**
 * Of the pairs read so far, how many lie further apart than a tolerance: the share that would go to a
 * third reading.
 */
export function overToleranceShare(
  pairs: readonly (readonly [Milli, Milli])[],
  toleranceMilli: Milli,
): { over: number; of: number } {
  const over = pairs.filter(([a, b]) => Math.abs(a - b) > toleranceMilli).length
  return { over, of: pairs.length }
}

/** So many pairs of readings lie so far apart: in total, and in each point of the block. */
export interface GapCount {
  totalMilli: Milli
  pointsMilli: readonly Milli[]
  count: number
}

/** Pairs by how far they lie apart, the closest first. */
export function countGaps(gaps: readonly Omit<GapCount, 'count'>[]): GapCount[] {
  const byGap = Map.groupBy(gaps, ({ totalMilli, pointsMilli }) =>
    [totalMilli, ...pointsMilli].join(' '),
  )
  return [...byGap.values()]
    .flatMap((alike) => (alike[0] ? [{ ...alike[0], count: alike.length }] : []))
    .toSorted((a, b) => a.totalMilli - b.totalMilli)
}

/**
 * Of pairs that were read, how many would lie further apart than these tolerances allow: the share that is to be
 * expected over them. Equal to a tolerance is accepted.
 *
 * @source domain rules 3.5
 */
export function overGapShare(
  gaps: readonly GapCount[],
  allowed: { scope: CompareScope; totalMilli: Milli; pointsMilli: readonly Milli[] },
): { over: number; of: number } {
  const { scope } = allowed
  const isOverOf = ({ totalMilli, pointsMilli }: GapCount): boolean =>
    (scope !== 'point' && totalMilli > allowed.totalMilli) ||
    (scope !== 'total' && pointsMilli.some((gap, point) => gap > (allowed.pointsMilli[point] ?? 0)))
  const sum = (rows: readonly GapCount[]) => rows.reduce((all, { count }) => all + count, 0)
  return { over: sum(gaps.filter(isOverOf)), of: sum(gaps) }
}

/** The same of one point by itself. */
export const overPointShare = (
  gaps: readonly GapCount[],
  point: number,
  toleranceMilli: Milli,
): { over: number; of: number } =>
  overGapShare(
    gaps.map((row) => ({ ...row, pointsMilli: [row.pointsMilli[point] ?? 0] })),
    { scope: 'point', totalMilli: 0, pointsMilli: [toleranceMilli] },
  )
