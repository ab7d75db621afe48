/** When somebody who marks without a pause is reminded of one. @source domain rules 7.5 */
const BREAK = {
  /** Of work without a pause, and again after as much more. */
  afterMs: 60 * 60_000,
  /** So long away is a pause. */
  restMs: 5 * 60_000,
} as const

/** A stretch of work without a pause. */
export interface Stretch {
  beganMs: number
  lastMs: number
  /** How often a pause was called for in it. */
  reminded: number
}

export const newStretch = (nowMs: number): Stretch => ({
  beganMs: nowMs,
  lastMs: nowMs,
  reminded: 0,
})

/**
 * The stretch after a moment of work.
 *
 * @returns with how many minutes it has lasted when a pause is due now, else null
 */
export function workedOn(
  stretch: Stretch,
  nowMs: number,
): { stretch: Stretch; dueMinutes: number | null } {
  if (nowMs - stretch.lastMs >= BREAK.restMs)
    return { stretch: newStretch(nowMs), dueMinutes: null }
  const times = Math.floor((nowMs - stretch.beganMs) / BREAK.afterMs)
  const isDue = times > stretch.reminded
  return {
    stretch: { ...stretch, lastMs: nowMs, reminded: Math.max(times, stretch.reminded) },
    dueMinutes: isDue ? (times * BREAK.afterMs) / 60_000 : null,
  }
}

/**
 * The stretch of whoever works in this window, whichever blocks they go to: a desk that is opened goes on with it.
 * By the clock of the wall, which goes on when a page is loaded anew.
 */
export function keptStretch(
  userId: number,
  nowMs: number,
  storage: Storage = sessionStorage,
): Stretch {
  try {
    const kept = JSON.parse(storage.getItem(keyOf(userId)) ?? 'null') as Stretch | null
    if (kept && kept.lastMs <= nowMs) return kept
  } catch {
    // In a window that stores nothing, or something else, work begins now.
  }
  return newStretch(nowMs)
}

export function keepStretch(
  userId: number,
  stretch: Stretch,
  storage: Storage = sessionStorage,
): void {
  try {
    storage.setItem(keyOf(userId), JSON.stringify(stretch))
  } catch {
    // Without room, the reminder begins anew with each desk.
  }
}

const keyOf = (userId: number): string => `hengjuan-working-${userId}`
