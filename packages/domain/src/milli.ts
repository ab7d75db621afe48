/**
 * A score in thousandths of a point, a safe integer: 7.25 points is 7250.
 *
 * Integers keep sums and means exact; binary floats break equality and percent truncation
 * (0.29 * 100 is 28.999999999999996).
 *
 * @source domain rules 1.1
 */
export type Milli = number

export const MILLI_PER_POINT = 1000

/** 7.5 points -> 7500. @throws RangeError for more than three decimals or a value that is not finite. */
export function milli(points: number): Milli {
  const value = Math.round(points * MILLI_PER_POINT)
  if (!Number.isSafeInteger(value) || Math.abs(value / MILLI_PER_POINT - points) > 1e-9)
    throw new RangeError(`not a score with at most three decimals: ${points}`)
  return value
}

/**
 * Points typed by a person as thousandths; null when they are none, or finer than a thousandth. A Chinese keyboard types
 * full-width figures, and 「。」 where the point lies.
 */
export function parseMilli(text: string): Milli | null {
  const plain = text.normalize('NFKC').trim().replace('。', '.')
  return /^\d{1,4}(\.\d{1,3})?$/.test(plain) ? Math.round(Number(plain) * MILLI_PER_POINT) : null
}

/**
 * 8575 -> 8.58: points with two decimals (half up, away from zero), also of a mean between two thousandths. Pages and
 * files round alike; `(8575 / 1000).toFixed(2)` is 8.57.
 */
export function hundredthsOf(value: Milli): number {
  const points = Math.floor((Math.abs(value) + 5) / 10) / 100
  return value < 0 && points !== 0 ? -points : points
}

/** 7500 -> "7.5": at most two decimals (half up, away from zero), trailing zeros trimmed. */
export function formatMilli(value: Milli): string {
  const hundredths = Math.floor((Math.abs(value) + 5) / 10)
  const text = `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}`
  const trimmed = text.replace(/\.?0+$/, '')
  return value < 0 && trimmed !== '0' ? `-${trimmed}` : trimmed
}
