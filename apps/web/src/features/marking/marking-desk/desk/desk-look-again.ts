import { markInfo } from '@hengjuan/contracts'
import { toast } from '@hengjuan/ui'
import { changedSettings } from './changed-settings.ts'
import type { DeskCore } from './desk-core.ts'
import { isBegun } from './desk-leave.ts'
import type { refusalsOf } from './desk-refusals.ts'
import type { Supply } from './desk-supply.ts'
import { type Paper, paperOf } from '../../marking-core/paper/paper.ts'

/**
 * Looks at once when the server says that the block was changed: what is still in hand, whether marking goes on, and
 * by which settings. What was begun keeps its scores, and the way in which they were begun.
 */
export function lookAgainOf(
  core: DeskCore,
  { heartbeat }: Pick<Supply, 'heartbeat'>,
  { showStanding }: Pick<ReturnType<typeof refusalsOf>, 'showStanding'>,
) {
  const { caller, info: begun, get, set, hearDue, isDeductive } = core

  const withRules = (paper: Paper): Paper =>
    isBegun(paper) ? paper : { ...paperOf(paper.task, isDeductive()), activeMs: paper.activeMs }

  /** A paper that is looked at again may be closed to changes, or be in hand again. */
  const lookedAt = async (): Promise<void> => {
    const { back, done } = get()
    const paper = back === null ? undefined : done[back]
    if (paper) await showStanding(paper.task.reading_id)
  }

  return async function lookAgain(): Promise<void> {
    const [info] = await Promise.all([
      caller.call(markInfo, { query: { block_id: begun.block_id } }).catch(() => null),
      heartbeat(),
      lookedAt(),
    ])
    if (!info || get().hold) return
    const change = changedSettings(get().info, info)
    set({ info })
    hearDue(info)
    if (change === null) return
    set(({ queue }) => ({ queue: queue.map(withRules) }))
    toast.note(change)
  }
}
