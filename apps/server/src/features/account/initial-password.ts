const DAYS = 30
const DAY_MS = 24 * 3_600_000

/** Until when a password that somebody else made or knows lets its owner in to change it. */
export const initialUntil = (now: string): string =>
  new Date(Date.parse(now) + DAYS * DAY_MS).toISOString()
