/** So long before a deadline its markers are reminded of it. */
const NEAR_MS = 30 * 60_000

/** How a deadline lies to a moment. */
export type Nearness = 'far' | 'near' | 'past'

/** @param dueInMs until the deadline, below zero once it is past */
export const nearnessOf = (dueInMs: number): Nearness =>
  dueInMs <= 0 ? 'past' : dueInMs <= NEAR_MS ? 'near' : 'far'

/** When that becomes another one, from now on; null where it stays. */
export const nextNearnessIn = (dueInMs: number): number | null =>
  dueInMs <= 0 ? null : dueInMs <= NEAR_MS ? dueInMs : dueInMs - NEAR_MS
