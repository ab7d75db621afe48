/** How long back the speed is measured. */
export const PACE_MINUTES = 60

/** Fewer readings in that time say nothing about when the rest will be done. */
const LEAST_READINGS = 5

/** Nobody has handed anything in for so long: what is left is not being worked on, whatever the speed was. */
const IDLE_MINUTES = 10

const HOUR_MS = 3_600_000

export interface Pace {
  speed_per_hour: number
  eta: string | null
}

/**
 * Readings an hour and when the rest would be done at that speed.
 *
 * Of fewer than five readings no end is foretold. Who began less than an hour ago is measured over the time since, and at least over a minute.
 *
 * @param recent    readings submitted in the last hour
 * @param firstAt   when the first reading of all was submitted, UTC ISO; null before
 * @param lastAt    when the last one was; without it somebody is at work
 */
export function paceOf(
  work: { recent: number; remaining: number; firstAt: string | null; lastAt?: string | null },
  now: Date,
): Pace {
  const since = work.firstAt === null ? HOUR_MS : now.getTime() - Date.parse(work.firstAt)
  const spanMs = Math.min(HOUR_MS, Math.max(60_000, since))
  const perHour = (work.recent * HOUR_MS) / spanMs
  const isIdle = work.lastAt
    ? now.getTime() - Date.parse(work.lastAt) > IDLE_MINUTES * 60_000
    : false
  return {
    speed_per_hour: Math.round(perHour),
    eta:
      work.remaining <= 0 || work.recent < LEAST_READINGS || isIdle
        ? null
        : new Date(now.getTime() + (work.remaining / perHour) * HOUR_MS).toISOString(),
  }
}
