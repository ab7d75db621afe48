import { useRoute } from '@hengjuan/client/react'
import { ownTasks } from '@hengjuan/contracts'
import { listOf, type TaskList } from './task-state.ts'

/** What goes on changes by itself; what is over hardly does. */
const EVERY_MS = 15_000

/**
 * One of the two lists of the signed-in marker's tasks. Those that are over, more every term, are only asked for where
 * they are shown, or where there is nothing else to show.
 */
export function useOwnTasks(list: TaskList) {
  const isUnfinished = list === 'unfinished'
  const open = useRoute(
    ownTasks,
    { query: { state: 'unfinished' } },
    { refetchInterval: EVERY_MS, enabled: isUnfinished },
  )
  const unfinished = open.data?.filter((row) => listOf(row) === 'unfinished')
  const hasNone = isUnfinished && unfinished?.length === 0
  const wantsAll = !isUnfinished || hasNone
  const all = useRoute(ownTasks, { query: {} }, { enabled: wantsAll })
  const over = all.data?.filter((row) => listOf(row) === 'over')
  // An empty list says whether there is anything in the other one.
  const isKnown = !hasNone || all.data !== undefined || all.error !== null
  const rows = isUnfinished ? (isKnown ? unfinished : undefined) : over
  return {
    rows,
    /** Tasks in the other list, where this one is empty. */
    others: (all.data?.length ?? 0) - (rows?.length ?? 0),
    error: isUnfinished ? open.error : all.error,
    refetch: () =>
      Promise.all([isUnfinished ? open.refetch() : null, wantsAll ? all.refetch() : null]),
  }
}
