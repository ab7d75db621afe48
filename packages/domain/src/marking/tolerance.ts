import { MILLI_PER_POINT } from '../milli.ts'
import type { Milli } from '../milli.ts'
import { divideHalfUp } from '../rounding.ts'

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
