import { emptyEntry } from '../../marking-core/entry/score-entry.ts'
import type { Paper } from '../../marking-core/paper/paper.ts'

/** As many as one call takes back. */
const MOST = 20

export function isBegun({ entry, rules, marks, flags }: Paper): boolean {
  const isScored = String(entry.scores) !== String(emptyEntry(rules).scores)
  return isScored || entry.buffer !== '' || marks.length > 0 || flags.length > 0
}

/**
 * Which papers go back when somebody leaves: those that were fetched and not begun. What was sent back to
 * this marker, or taken back by them, is theirs and stays.
 *
 * @param queue the papers in hand
 * @param kept reading that stays: a page may only be reloaded, and then shows the same paper again
 */
export const leftBehind = (queue: readonly Paper[], kept: number | null): Paper[] =>
  queue
    .filter((paper) => {
      const { kind, reading_id } = paper.task
      return kind === 'normal' && reading_id !== kept && !isBegun(paper)
    })
    .slice(0, MOST)
