import { markNext } from '@hengjuan/contracts'
import { formatMilli } from '@hengjuan/domain'
import { entryTotal } from '../../marking-core/entry/score-entry.ts'
import type { OutboxItem } from '../../marking-core/queue/outbox-store.ts'
import {
  forgetRefusals,
  refusedMark,
  unreadRefusals,
  withRefused,
} from '../../marking-core/queue/refused-mark.ts'
import type { DeskCore } from './desk-core.ts'
import type { Supply } from './desk-supply.ts'
import { keepDraft } from './kept-draft.ts'
import {
  isAgain,
  isChanged,
  type MarkTaskView,
  type Paper,
  paperOf,
} from '../../marking-core/paper/paper.ts'

/** What becomes of papers whose scores the server did not take. */
export function refusalsOf(core: DeskCore, supply: Pick<Supply, 'ask' | 'heartbeat'>) {
  const { caller, info, userId, get, set, seen, outbox, isDeductive } = core

  /** Into the tray; the paper, where it still is its marker's, comes again with what was given. */
  function refused(item: OutboxItem & { refusal: string }): void {
    const { reading_id: id, block_id: blockId } = item.body
    set(({ unplaced }) => ({ unplaced: withRefused(unplaced, [refusedMark(item, partsOf(id))]) }))
    if (blockId !== info.block_id) return
    if (item.kind === 'submit') broughtBack(id)
    else void showStanding(id)
    // Where one was taken back others may have been: they leave the desk before somebody marks them.
    void supply.heartbeat().then(supply.ask)
  }

  /** The images of a paper that is or was on this desk. */
  function partsOf(readingId: number) {
    const { done, queue } = get()
    const paper = [...done, ...queue].find(({ task }) => task.reading_id === readingId)
    return paper?.task.images ?? []
  }

  function broughtBack(readingId: number): void {
    seen.delete(readingId)
    const paper = get().done.find(({ task }) => task.reading_id === readingId)
    if (!paper) return
    keepDraft(paper)
    set(({ done, back, mine }) => ({
      done: done.filter((one) => one !== paper),
      back: backWithout(back, done.indexOf(paper)),
      mine: { ...mine, done: Math.max(0, mine.done - 1) },
    }))
  }

  /**
   * How a paper that was handed in stands now: whether it may still be changed, and what counts of it, unless a change
   * is on its way. A change that was begun stays until it cannot be saved any more, which is told. One that is in hand
   * again is asked for.
   */
  async function showStanding(readingId: number): Promise<void> {
    if (outbox.holds(readingId)) return
    const reply = await caller
      .call(markNext, { query: { block_id: info.block_id, reading_id: readingId } })
      .catch(() => null)
    const { done, back } = get()
    const at = done.findIndex(({ task }) => task.reading_id === readingId)
    const shown = done[at]
    if (!reply || !shown || outbox.holds(readingId)) return
    const [task] = reply.tasks
    const isBegun = isChanged(shown, shown.flags)
    if (isBegun && (!task || task.locked_reason === null || isAgain(task.kind))) return
    if (task && isAgain(task.kind)) void supply.ask()
    else if (task && isAsShown(shown, task)) return
    else if (task)
      set({
        done: done.with(at, paperOf(task, isDeductive())),
        ...(isBegun && back === at ? { hint: notSaved(shown, task) } : {}),
      })
    else set({ done: done.toSpliced(at, 1), back: backWithout(back, at) })
  }

  /** Takes up what earlier pages were told and nobody read. */
  async function resume(): Promise<void> {
    const left = await unreadRefusals(userId)
    set(({ unplaced }) => ({ unplaced: withRefused(left, unplaced) }))
  }

  /** They go once they are forgotten: whoever leaves the page in between must not be told again. */
  async function dismiss(): Promise<void> {
    const read = get().unplaced
    await forgetRefusals(read)
    set(({ unplaced }) => ({ unplaced: unplaced.filter((mark) => !read.includes(mark)) }))
  }

  return { refused, resume, dismiss, showStanding }
}

/** Why a change that was begun cannot be saved any more, with what it was. */
export function notSaved(
  { entry }: Pick<Paper, 'entry'>,
  { locked_reason: reason }: Pick<MarkTaskView, 'locked_reason'>,
): string {
  const total = entryTotal(entry)
  const change = total === null ? '您的修改' : `您改的 ${formatMilli(total)} 分`
  return `${reason ?? ''}，${change}没有保存`
}

/** Nothing changed that its marker sees. */
const isAsShown = ({ task, given }: Paper, now: MarkTaskView): boolean =>
  task.locked_reason === now.locked_reason &&
  String(given?.entry.scores) === String(now.scores) &&
  String(given?.flags) === String(now.flags)

/** Which of the papers that were handed in is looked at, once one of them is gone; null for the queue. */
function backWithout(back: number | null, gone: number): number | null {
  if (back === null || back === gone) return null
  return back > gone ? back - 1 : back
}
