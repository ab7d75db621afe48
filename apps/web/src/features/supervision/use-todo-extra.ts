import { useRoute } from '@hengjuan/client/react'
import { checkBlockList, markerAlerts, qualificationWaiting } from '@hengjuan/contracts'
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
  const markers = useRoute(markerAlerts, { query }, { refetchInterval: EVERY_MS })
  const trials = useRoute(qualificationWaiting, { query }, { refetchInterval: EVERY_MS })
  const byBlock = (kind: 'stopped' | 'red' | 'automatic'): Map<number, number> =>
    new Map(markers.data?.list.map((row) => [row.block_id, row[kind]]))
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
    warned: byBlock('stopped'),
    suspect: byBlock('red'),
    automatic: byBlock('automatic'),
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
