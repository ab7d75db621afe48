import type { Milli } from '../milli.ts'
import { DEFAULT_MARKER_LIMITS, type MarkerLimits } from './marker-limits.ts'
import { meanOf, varianceOf } from './moments.ts'

/** What makes a difference notable. */
type Notable = Pick<MarkerLimits, 'errors' | 'sharePercent'>

/** Fewer pairs than this confirm nothing and deny nothing. */
export const LEAST_PAIRS = 20

/** Is a difference surely there (two standard errors) and large enough to matter (5 % of the full mark)? */
export const isNotable = (
  milli: number,
  errorMilli: number,
  fullMilli: Milli,
  { errors, sharePercent }: Notable = DEFAULT_MARKER_LIMITS,
): boolean =>
  Math.abs(milli) > errors * errorMilli && Math.abs(milli) * 100 > sharePercent * fullMilli

/** Standard error of a mean; infinite where there is nothing to tell it from. */
export const errorOfMean = (values: readonly number[]): number => {
  const variance = varianceOf(values, 'sample')
  return variance === null ? Infinity : Math.sqrt(variance / values.length)
}

/**
 * Whether the other reader of the same papers bears out that a marker gives more, or less.
 *
 * A marker who happened to get better papers is above the pool and level with the other readers. Only
 * against them the difference is the marker's own, so where enough papers were read twice a suspicion
 * has to hold there as well.
 *
 * @param differences own score minus the other reader's, paper by paper
 * @returns true as well where too few papers were read twice to say
 */
export function partnersBearOut(
  suspectedMilli: number,
  differences: readonly number[],
  fullMilli: Milli,
  limits: Notable = DEFAULT_MARKER_LIMITS,
): boolean {
  if (differences.length < LEAST_PAIRS) return true
  const mean = meanOf(differences) ?? 0
  return (
    Math.sign(mean) === Math.sign(suspectedMilli) &&
    isNotable(mean, errorOfMean(differences), fullMilli, limits)
  )
}

/**
 * The same of a change between the first and the second half of the papers, in the order of reading.
 *
 * @returns null where they cannot say: too few papers were read twice, or what the other readers show agrees
 *   with the suspicion as well as with no change at all
 */
export function partnersBearOutChange(
  suspectedMilli: number,
  differences: readonly number[],
  fullMilli: Milli,
  limits: Notable = DEFAULT_MARKER_LIMITS,
): boolean | null {
  if (differences.length < LEAST_PAIRS) return null
  const half = Math.floor(differences.length / 2)
  const [first, second] = [differences.slice(0, half), differences.slice(half)]
  const change = (meanOf(second) ?? 0) - (meanOf(first) ?? 0)
  const error = Math.hypot(errorOfMean(first), errorOfMean(second))
  if (
    Math.sign(change) === Math.sign(suspectedMilli) &&
    isNotable(change, error, fullMilli, limits)
  )
    return true
  const reach = limits.errors * error
  return Math.abs(change) <= reach && Math.abs(change - suspectedMilli) <= reach ? null : false
}
