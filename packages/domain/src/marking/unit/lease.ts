const MINUTE_MS = 60_000

/** Defaults and limits of claims. @source domain rules 3.8, 3.9 */
export const CLAIMS = {
  defaultLimit: 6,
  minLimit: 1,
  maxLimit: 10,
  minLeaseMs: 10 * MINUTE_MS,
  medianFactor: 20,
  heartbeatMs: MINUTE_MS,
  /** Longest time that one reading is credited with. */
  maxActiveMs: 10 * MINUTE_MS,
} as const

/** Length of a lease: ten minutes, or twenty times the block's median time if that is longer. */
export const leaseMs = (blockMedianMs: number | null): number =>
  Math.max(CLAIMS.minLeaseMs, CLAIMS.medianFactor * (blockMedianMs ?? 0))

/** When a lease taken or renewed at `now` ends; UTC ISO text. */
export const leaseUntil = (now: Date, blockMedianMs: number | null): string =>
  new Date(now.getTime() + leaseMs(blockMedianMs)).toISOString()

/** The number of claims that a marker may hold at once, 1 to 10. */
export const claimLimit = (wanted: number = CLAIMS.defaultLimit): number =>
  Math.min(CLAIMS.maxLimit, Math.max(CLAIMS.minLimit, Math.floor(wanted)))

/** Time with the page in use, between 0 and ten minutes. */
export const cappedActiveMs = (activeMs: number): number =>
  Math.min(CLAIMS.maxActiveMs, Math.max(0, Math.round(activeMs)))
