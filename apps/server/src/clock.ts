/** The time, so that tests can move it. */
export interface Clock {
  now(): Date
  /** Milliseconds of a clock that nobody sets; where absent, time passes as `now` says. */
  elapsedMs?: () => number
}

export const systemClock: Clock = {
  now: () => new Date(),
  elapsedMs: () => performance.now(),
}

export const isoNow = (clock: Clock): string => clock.now().toISOString()

export const minutesFrom = (clock: Clock, minutes: number): string =>
  new Date(clock.now().getTime() + minutes * 60_000).toISOString()
