const FIRST_MS = 1000
const MOST_MS = 30_000

/**
 * How long to wait before the next try: doubling, never above half a minute, and anywhere in the upper
 * half of that, so that stations which lost one server do not return in one moment.
 *
 * @param failures in a row, 1 after the first
 * @param random 0 to 1
 */
export const backOffMs = (failures: number, random: number): number =>
  Math.min(MOST_MS, FIRST_MS * 2 ** Math.min(failures - 1, 10)) * (0.5 + random / 2)
