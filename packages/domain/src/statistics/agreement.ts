import { meanOf, varianceOf } from './moments.ts'
import type { Divisor } from './moments.ts'

/** A rate as a fraction, for exact formatting. */
export interface Fraction {
  num: number
  den: number
}

/** Share of pairs that lie no further apart than a tolerance. */
export const agreementRate = (
  pairs: readonly (readonly [number, number])[],
  tolerance: number,
): Fraction => ({
  num: pairs.filter(([a, b]) => Math.abs(a - b) <= tolerance).length,
  den: pairs.length,
})

/** Share of pairs that are equal. */
export const exactAgreement = (pairs: readonly (readonly [number, number])[]): Fraction =>
  agreementRate(pairs, 0)

/**
 * Quadratic weighted kappa of two markers. Null when all weight falls on agreement expected by chance
 * alone. Depends on the spread of scores: flags, never ranks people.
 *
 * @param pairs grid indexes (score over step), 0 upwards
 * @source domain rules 8
 */
export function quadraticWeightedKappa(
  pairs: readonly (readonly [number, number])[],
): number | null {
  const n = pairs.length
  const observed = pairs.reduce((sum, [a, b]) => sum + (a - b) ** 2, 0)
  const rows = countsOf(pairs.map(([a]) => a))
  const columns = countsOf(pairs.map(([, b]) => b))
  let expected = 0
  for (const [a, r] of rows) for (const [b, c] of columns) expected += ((a - b) ** 2 * r * c) / n
  return expected === 0 ? null : 1 - observed / expected
}

function countsOf(values: readonly number[]): Map<number, number> {
  const counts = new Map<number, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}

/**
 * Standardised mean difference of the second of each pair against the first. Null when neither varies.
 *
 * @param divisor of the variances; print which
 */
export function standardisedMeanDifference(
  pairs: readonly (readonly [number, number])[],
  divisor: Divisor = 'population',
): number | null {
  const [first, second] = [pairs.map(([a]) => a), pairs.map(([, b]) => b)]
  const [meanFirst, meanSecond] = [meanOf(first), meanOf(second)]
  const [varFirst, varSecond] = [varianceOf(first, divisor), varianceOf(second, divisor)]
  if (meanFirst === null || meanSecond === null || varFirst === null || varSecond === null)
    return null
  const pooled = Math.sqrt((varFirst + varSecond) / 2)
  return pooled === 0 ? null : (meanSecond - meanFirst) / pooled
}

/** How far two distributions of scores lie apart, 0 same to 1 disjoint. Null if either is empty. */
export function distributionDistance(
  own: readonly number[],
  pool: readonly number[],
): number | null {
  if (own.length === 0 || pool.length === 0) return null
  const [a, b] = [countsOf(own), countsOf(pool)]
  const scores = new Set([...a.keys(), ...b.keys()])
  return (
    [...scores].reduce(
      (sum, score) =>
        sum + Math.abs((a.get(score) ?? 0) / own.length - (b.get(score) ?? 0) / pool.length),
      0,
    ) / 2
  )
}
