import { entryTotal } from '../../marking-core/entry/score-entry.ts'
import type { Paper } from '../../marking-core/paper/paper.ts'

type Given = Pick<Paper, 'entry'> & { task: Pick<Paper['task'], 'is_written'> }

const isWrittenZero = ({ task, entry }: Given): boolean =>
  task.is_written && entryTotal(entry) === 0

/**
 * Two papers one after the other with something written, both worth nothing: worth a second look, not a dialog.
 *
 * @source domain rules 3.9
 */
export const zeroHint = (paper: Given, before: Given | undefined): string | null =>
  before && isWrittenZero(paper) && isWrittenZero(before)
    ? '已连续给出零分，而卷面有字迹；用「上一份」可以回看'
    : null
