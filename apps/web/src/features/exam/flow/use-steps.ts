import { routeKey, useCall } from '@hengjuan/client/react'
import {
  examFlowSubject,
  examGet,
  examList,
  examProgress,
  examRollback,
  examStatus,
} from '@hengjuan/contracts'
import { useQueryClient } from '@tanstack/react-query'

/** Moving subjects of an exam, and asking anew for what a move changes. */
export function useSteps() {
  const cache = useQueryClient()
  const refresh = () =>
    Promise.all(
      [examProgress, examGet, examList, examFlowSubject].map((route) =>
        cache.invalidateQueries({ queryKey: routeKey(route) }),
      ),
    )
  return {
    refresh,
    forward: useCall(examStatus),
    back: useCall(examRollback, { onSuccess: refresh }),
  }
}
