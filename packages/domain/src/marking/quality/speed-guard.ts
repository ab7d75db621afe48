/** Limits of what a block may ask of its markers. @source domain rules 7.5 */
export const GUARD_LIMITS = {
  /** Longest time that every paper may be asked to be looked at. */
  maxMinMs: 10 * 60_000,
  maxDailyCap: 100_000,
} as const

/**
 * How much longer a paper has to be looked at before its score is taken.
 *
 * @param activeMs time with the paper in use; null where the page did not say
 * @param minMs least time of the block; 0 asks for none
 * @returns milliseconds, 0 when the score can be handed in
 * @source domain rules 7.5
 */
export const tooSoonMs = (activeMs: number | null, minMs: number): number =>
  Math.max(0, minMs - (activeMs ?? 0))

/**
 * How many more papers a marker may be given today.
 *
 * @param dailyCap most papers a day in the block; 0 for no cap
 * @param used papers of the block that the marker handed in today, and those in hand
 */
export const roomToday = (dailyCap: number, used: number): number =>
  dailyCap === 0 ? Infinity : Math.max(0, dailyCap - used)

const DAY_MS = 86_400_000
/** China keeps one time, eight hours ahead of UTC, without summer time. */
const CHINA_OFFSET_MS = 8 * 3_600_000

/** When the day of a moment began in China; UTC ISO text. */
export function startOfDay(now: Date): string {
  const local = now.getTime() + CHINA_OFFSET_MS
  return new Date(local - (local % DAY_MS) - CHINA_OFFSET_MS).toISOString()
}
