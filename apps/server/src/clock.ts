/** The time, so that tests can move it. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

export const isoNow = (clock: Clock): string => clock.now().toISOString()

export const minutesFrom = (clock: Clock, minutes: number): string =>
  new Date(clock.now().getTime() + minutes * 60_000).toISOString()
