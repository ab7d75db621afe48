/** Decoded pictures that stay: 上一份 shows the latest at once. @source ui D2 (queue and prefetch, 3) */
const MOST_PICTURES = 20
/** Of all decoded pictures together. A sheet of A4 at 200 dots an inch has 15 MB. */
const MOST_BYTES = 192 * 1024 * 1024
/** Never let go, however large: the one on the desk and the next. */
const LEAST_PICTURES = 3

/**
 * @param sizes bytes of the decoded pictures, the latest used last
 * @returns how many of the first to let go
 */
export function overBudget(sizes: readonly number[]): number {
  let bytes = sizes.reduce((sum, size) => sum + size, 0)
  let count = 0
  while (
    sizes.length - count > LEAST_PICTURES &&
    (sizes.length - count > MOST_PICTURES || bytes > MOST_BYTES)
  ) {
    bytes -= sizes[count] ?? 0
    count += 1
  }
  return count
}
