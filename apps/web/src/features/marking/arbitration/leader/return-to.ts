import type { Milli } from '@hengjuan/domain'
import type { LeaderTaskView } from './leader-task.ts'
import type { ReturnTo } from './decision.ts'

/** Where an arbitration can go instead of being decided. */
export type Destination =
  | { kind: 'reader'; readingId: number; label: string; totalMilli: Milli }
  | { kind: 'leader'; userId: number; name: string; isOnline: boolean }
  | { kind: 'anyone' }

/** Readers first, in the order of reading; then the other leaders, those at work first; then whoever comes. */
export function destinationsOf(
  readings: LeaderTaskView['readings'],
  colleagues: LeaderTaskView['colleagues'],
): Destination[] {
  const leaders = colleagues
    .toSorted((a, b) => Number(b.is_online) - Number(a.is_online))
    .map(({ user_id, name, is_online }): Destination => {
      return { kind: 'leader', userId: user_id, name, isOnline: is_online }
    })
  return [
    ...readings.map(({ reading_id, label, total_milli }): Destination => {
      return { kind: 'reader', readingId: reading_id, label, totalMilli: total_milli }
    }),
    ...leaders,
    ...(leaders.length > 0 ? [{ kind: 'anyone' } as const] : []),
  ]
}

/** As the call takes it; only a reader is told why. */
export function toOf(destination: Destination, comment: string): ReturnTo {
  if (destination.kind === 'reader') return { to_reading_id: destination.readingId, comment }
  return destination.kind === 'leader' ? { to_user_id: destination.userId } : {}
}
