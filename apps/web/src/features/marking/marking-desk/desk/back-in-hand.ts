import type { DeskCore } from './desk-core.ts'
import { isAgain, isChanged, worked } from '../../marking-core/paper/paper.ts'

/**
 * Papers that were handed in from this page and are in hand again, sent back or taken back: they are marked anew and
 * not changed, so the way back has them no longer. One that is looked at comes to the front, with what was begun on it.
 */
export function backInHand({ get, set, arrange }: Pick<DeskCore, 'get' | 'set' | 'arrange'>): void {
  const { queue, done, back } = get()
  const again = new Set(
    queue.filter(({ task }) => isAgain(task.kind)).map(({ task }) => task.reading_id),
  )
  const left = done.filter(({ task }) => !again.has(task.reading_id))
  if (left.length === done.length) return
  const shown = back === null ? undefined : done[back]
  const inHand = queue.find(({ task }) => task.reading_id === shown?.task.reading_id)
  if (!shown || !inHand) {
    set({ done: left, back: shown ? left.indexOf(shown) : null })
    return
  }
  const isBegun = isChanged(shown, shown.flags)
  const first = isBegun ? worked(inHand, { entry: shown.entry, marks: shown.marks }) : inHand
  const others = queue.filter((paper) => paper !== inHand)
  arrange([first, ...others], { done: left, sheet: [], focus: null, back: null, hint: null })
}
