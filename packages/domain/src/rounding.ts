/** `exact` keeps whole thousandths (half up at the fourth decimal) and ignores the step. */
export type RoundMode = 'exact' | 'half_up' | 'ceil' | 'floor'

const floorDiv = (num: bigint, den: bigint): bigint => {
  const quotient = num / den
  return num % den !== 0n && num < 0n ? quotient - 1n : quotient
}

/**
 * Rounds the fraction num/den to a multiple of `step`; all in thousandths of a point.
 *
 * Half goes away from zero, also for negative values (`Math.round(-2.5)` would be -2).
 *
 * @param den  above 0
 * @param step above 0: 1000 for whole points, 500 for half points
 * @throws RangeError if `den` or `step` is not positive
 * @source domain rules 1.2
 */
export function roundTo(num: bigint, den: bigint, step: bigint, mode: RoundMode): bigint {
  if (den <= 0n || step <= 0n) throw new RangeError('denominator and step must be positive')
  if (mode === 'exact') return roundTo(num, den, 1n, 'half_up')
  const unit = den * step
  if (mode === 'floor') return floorDiv(num, unit) * step
  if (mode === 'ceil') return -floorDiv(-num, unit) * step
  const size = num < 0n ? -num : num
  const rounded = floorDiv(2n * size + unit, 2n * unit) * step
  return num < 0n ? -rounded : rounded
}

/** Rounds num/den half up (away from zero) to an integer. */
export const divideHalfUp = (num: number, den: number): number =>
  Number(roundTo(BigInt(num), BigInt(den), 1n, 'half_up'))
