import type { DeskCore } from './desk-core.ts'
import { isBegun } from './desk-leave.ts'
import { currentOf } from './desk-state.ts'
import type { Supply } from './desk-supply.ts'
import { dropDraft } from './kept-draft.ts'

const DONE = '刚才的试卷已在另一个窗口提交，请评这一份'
const BEGUN = '一份试卷已在另一个窗口提交，按那里的给分计入；在这里给的分没有提交'

/** A paper that another window handed in leaves this one, before it is marked here as well. */
export function doneElsewhereOf(
  { get, arrange }: DeskCore,
  { ask, keepUp }: Pick<Supply, 'ask' | 'keepUp'>,
) {
  return (readingId: number): void => {
    const state = get()
    const paper = state.queue.find(({ task }) => task.reading_id === readingId)
    if (!paper) return
    const hint = isBegun(paper) ? BEGUN : currentOf(state) === paper ? DONE : state.hint
    dropDraft(readingId)
    const queue = state.queue.filter((one) => one !== paper)
    arrange(queue, { hint, isLoading: queue.length === 0 })
    if (queue.length === 0) void ask()
    else keepUp()
  }
}
