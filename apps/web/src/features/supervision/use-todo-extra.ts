import { useRoute } from '@hengjuan/client/react'
import { checkBlockList, qualificationWaiting, supervisedMarkers } from '@hengjuan/contracts'
import { AUTOMATION_ALERT } from '@hengjuan/domain'
import type { Extra } from './todo-kinds.ts'

const EVERY_MS = 60_000

/** Checks still to make, markers who stand out and those who wait to qualify; all change slowly. */
export function useTodoExtra(examId: number): {
  extra: Extra
  /** Is something of it still on its way? */
  isLoading: boolean
  failure: Error | null
  retry: () => void
} {
  const query = { exam_id: examId }
  const checks = useRoute(checkBlockList, { query }, { refetchInterval: EVERY_MS })
  const markers = useRoute(supervisedMarkers, { query }, { refetchInterval: EVERY_MS })
  const trials = useRoute(qualificationWaiting, { query }, { refetchInterval: EVERY_MS })
  const list = markers.data?.list ?? []
  const byBlock = (rows: typeof list): Map<number, number> =>
    new Map([...Map.groupBy(rows, ({ block_id }) => block_id)].map(([id, of]) => [id, of.length]))
  const extra: Extra = {
    checks: new Map(
      checks.data?.list.map((row) => [
        row.block_id,
        { done: Math.min(row.checked, row.target), total: row.target },
      ]),
    ),
    unqualified: new Map(
      trials.data?.list.map((row) => [row.block_id, row.to_decide + row.without_scripts]),
    ),
    warned: byBlock(
      list.filter(({ seed_state }) => seed_state === 'warned' || seed_state === 'suspended'),
    ),
    suspect: byBlock(list.filter(({ light }) => light === 'red')),
    automatic: byBlock(list.filter(({ automation }) => automation.length >= AUTOMATION_ALERT)),
  }
  const all = [checks, markers, trials]
  const failed = all.filter(({ error, data }) => error && !data)
  return {
    extra,
    isLoading: all.some(({ error, data }) => !error && !data),
    failure: failed[0]?.error ?? null,
    retry: () => failed.forEach(({ refetch }) => void refetch()),
  }
}
