import { useCall } from '@hengjuan/client/react'
import { bulkReturnWithdraw } from '@hengjuan/contracts'
import { toast } from '@hengjuan/ui'
import { useQueryClient } from '@tanstack/react-query'
import { showAnew } from './shown-readings.ts'
import { undoneText } from './words.ts'

/** Takes back what was sent back together, and says what of it stays. */
export function useReturnUndo(
  options: { onDone?: () => void; onError?: (error: Error) => void } = {},
) {
  const client = useQueryClient()
  return useCall(bulkReturnWithdraw, {
    onSuccess: async (report) => {
      const text = undoneText('已', report)
      if (report.changed > 0) toast.done(text)
      else toast.note(report.total === 0 ? '这次打回已全部撤销' : text)
      options.onDone?.()
      await showAnew(client)
    },
    onError: (error) => {
      options.onError?.(error)
      // Somebody else was quicker: what is listed is what holds now.
      void showAnew(client)
    },
  })
}
