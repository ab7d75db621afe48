import { routeKey } from '@hengjuan/client/react'
import { listSnapshots, previewAll } from '@hengjuan/contracts'
import { useQueryClient } from '@tanstack/react-query'
import { useRunningAct } from '../../acts/index.ts'

/** The release or withdrawal of an exam that is going on; the versions are read anew when it has ended. */
export function useRelease(examId: number, isSending: boolean) {
  const client = useQueryClient()
  return useRunningAct(examId, {
    kinds: ['publish', 'move', 'withdraw', 'take_up'],
    isSending,
    onEnd: () => {
      void client.invalidateQueries({ queryKey: routeKey(listSnapshots) })
      void client.invalidateQueries({ queryKey: routeKey(previewAll) })
    },
  })
}
