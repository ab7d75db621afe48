import { formatMilli } from '@hengjuan/domain'
import type { Mine } from './desk-state.ts'

/** Every so many papers, how one's own scores lie. @source ui D2 (feedback) */
const TELL_EVERY = 50
const MOST_LISTED = 8

/** Papers that count once one of this kind is handed in: what was sent back was counted when it was first given. */
export const doneAfter = (done: number, kind: string): number =>
  kind === 'rejected' ? done : done + 1

/** The line after every fiftieth paper that counts; null in between. @param kind of the paper that is handed in */
export function ownScoresLine(
  { done, distribution }: Pick<Mine, 'done' | 'distribution'>,
  kind: string,
): string | null {
  const count = doneAfter(done, kind)
  if (count === done || count % TELL_EVERY !== 0 || distribution.length === 0) return null
  const often = distribution.toSorted((a, b) => b.count - a.count).slice(0, MOST_LISTED)
  const list = often.toSorted((a, b) => a.score_milli - b.score_milli)
  return `已评 ${count} 份。您给得最多的是：${list
    .map(({ score_milli, count: times }) => `${formatMilli(score_milli)} 分 ${times} 份`)
    .join('，')}`
}
