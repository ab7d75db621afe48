import type { Clock } from './clock.ts'

/** Clocks of a computer drift apart by less; more was set. */
const DRIFT_MS = 1000
/** How fast time goes while it waits for the clock on the wall. */
const SLOW = 0.5

/**
 * The clock on the wall as it is followed by leases, deadlines and records: it never goes back. When the wall's is set
 * back, this one goes half as fast until the other has caught up: a lease lasts twice as long at most, however far the
 * clock was set, and nothing is handed in before it was taken. What is set forward is followed at once.
 */
export function steadyClock(wall: Clock): Clock {
  const { elapsedMs } = wall
  if (!elapsedMs) return wall
  const started = wall.now().getTime()
  let shown = { atMs: started, elapsed: elapsedMs(), wallMs: started }
  return {
    elapsedMs,
    now() {
      const wallMs = wall.now().getTime()
      const elapsed = elapsedMs()
      const passed = Math.max(0, elapsed - shown.elapsed)
      const isBehind = wallMs < shown.atMs
      const wasSetBack = wallMs - shown.wallMs < passed - DRIFT_MS
      const atMs =
        isBehind || wasSetBack
          ? Math.max(wallMs, shown.atMs + (isBehind ? passed * SLOW : passed))
          : Math.max(wallMs, shown.atMs)
      shown = { atMs, elapsed, wallMs }
      return new Date(atMs)
    },
  }
}
