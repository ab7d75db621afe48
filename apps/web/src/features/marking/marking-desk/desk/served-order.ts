import type { Paper } from '../../marking-core/paper/paper.ts'

/**
 * Puts papers that came among those in hand, where the server serves them: the order says how urgent they
 * are. What is on the screen stays there, and what somebody put off stays put off.
 *
 * @param order reading ids of all that is in hand, as the server serves them
 * @param shown reading ids on the screen
 */
export function inServedPlace(
  queue: readonly Paper[],
  fresh: readonly Paper[],
  order: readonly number[],
  shown: readonly number[],
): Paper[] {
  const placeOf = ({ task }: Paper) => order.indexOf(task.reading_id)
  const isShown = ({ task }: Paper) => shown.includes(task.reading_id)
  const papers = [...queue]
  for (const paper of fresh) {
    const after = papers.findLastIndex(isShown) + 1
    const next = papers.findIndex((one, at) => at >= after && placeOf(one) > placeOf(paper))
    papers.splice(next < 0 ? papers.length : next, 0, paper)
  }
  return papers
}

/**
 * Papers that the server serves before others which came before them: they have become more urgent.
 *
 * @param before reading ids in the order of last time
 * @param order the same now
 */
export function movedUp(before: readonly number[], order: readonly number[]): number[] {
  const known = before.filter((id) => order.includes(id))
  return known.filter((id, at) =>
    known.slice(0, at).some((other) => order.indexOf(other) > order.indexOf(id)),
  )
}
