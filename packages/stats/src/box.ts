import { quantileOfSorted } from './distribution.ts'

/** Box and whiskers of a group, in the unit of its values. */
export interface Box {
  q1: number
  median: number
  q3: number
  /** The outermost values within 1.5 times the height of the box. */
  low: number
  high: number
  outliers: number[]
}

/** @param sorted ascending. @returns null for no values. @source reports R16 */
export function boxOf(sorted: ArrayLike<number>): Box | null {
  const [q1, median, q3] = [0.25, 0.5, 0.75].map((share) => quantileOfSorted(sorted, share))
  if (q1 == null || median == null || q3 == null) return null
  const reach = 1.5 * (q3 - q1)
  const outliers: number[] = []
  let [low, high] = [q1, q3]
  for (let index = 0; index < sorted.length; index++) {
    const value = sorted[index]!
    if (value < q1 - reach || value > q3 + reach) outliers.push(value)
    else {
      if (value < low) low = value
      if (value > high) high = value
    }
  }
  return { q1, median, q3, low, high, outliers }
}
