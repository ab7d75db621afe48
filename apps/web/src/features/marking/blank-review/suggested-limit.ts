/** Limits are set in hundredths of a percent. */
const STEP = 10_000

/**
 * Where the limit belongs by what people have decided so far: in the middle between the most ink of a
 * confirmed blank and the least of an answer that was written on.
 *
 * @param most ink ratio; null before anything was confirmed
 * @param least ink ratio; null before anything was sent to marking
 * @returns an ink ratio; null while one of them is unknown, or where they overlap
 * @source domain rules 6.1 (1): calibrated from confirmed blanks
 */
export function suggestedLimit(most: number | null, least: number | null): number | null {
  if (most === null || least === null || most >= least) return null
  return Math.floor(((most + least) / 2) * STEP) / STEP
}
