/** The middle of a list, the upper of the two in the middle of an even one; 0 for an empty list. */
export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0

/** NaN for an empty list: it compares as neither more nor less. */
export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

/**
 * The value that would stand at an index if the first so many were sorted; they are left in another order.
 *
 * @param index 0 to `count` - 1
 */
export function nthLowest(values: Float64Array, count: number, index: number): number {
  let from = 0
  let to = count - 1
  while (from < to) {
    const pivot = values[(from + to) >> 1]!
    let i = from
    let j = to
    while (i <= j) {
      while (values[i]! < pivot) i++
      while (values[j]! > pivot) j--
      if (i > j) break
      const value = values[i]!
      values[i++] = values[j]!
      values[j--] = value
    }
    if (index <= j) to = j
    else if (index >= i) from = i
    else break
  }
  return values[index]!
}
