import { useCall, useRefresh } from '@hengjuan/client/react'
import { checkDetail, flaggedPapers, paperRecord, readAgainSet } from '@hengjuan/contracts'
import { toast } from '@hengjuan/ui'

/** Whatever shows whether a paper was sent to a second reader. */
const SHOWN = [flaggedPapers, checkDetail, paperRecord]

/** Sends papers of a block to a second reader, or calls it off; both say how many, and one takes the other back. */
export function useReadAgain(blockId: number, onChanged?: () => unknown) {
  const refresh = useRefresh(...SHOWN)
  const call = useCall(readAgainSet, {
    onError: toast.error,
    onSuccess: async ({ changed, reasons }, { body }) => {
      const why = reasons.map(({ msg, count }) => `${msg}（${count} 份）`).join('；')
      if (changed === 0) toast.warn(why)
      else if (body.action === 'withdraw') toast.done(`已撤回 ${changed} 份`)
      else
        toast.done(`已把 ${changed} 份送第二人评阅`, {
          text: '撤回',
          onClick: () => change('withdraw', body.unit_ids),
        })
      await refresh()
      await onChanged?.()
    },
  })
  const change = (action: 'send' | 'withdraw', unitIds: readonly number[]) =>
    call.mutate({ body: { block_id: blockId, unit_ids: [...unitIds], action } })
  return { change, isPending: call.isPending }
}
