import { Button } from '@blueprintjs/core'
import { useCall, useRefresh } from '@hengjuan/client/react'
import { checkBlockStatus, returnWithdraw, spotCheckList } from '@hengjuan/contracts'
import { toast } from '@hengjuan/ui'
import type { SpotTask } from './SpotDesk.tsx'

/** A reading that this checker has just sent back. */
export type Returned = Pick<SpotTask, 'task_detail_id' | 'secret_code'>

/** Takes back that the paper before was sent back: a wrong key is noticed behind it. */
export function ReturnUndo(props: {
  blockId: number
  returned: Returned
  onDone: (text: string) => void
}) {
  const { blockId, returned, onDone } = props
  const { task_detail_id, secret_code } = returned
  const refresh = useRefresh(spotCheckList, checkBlockStatus)
  const { mutate, isPending } = useCall(returnWithdraw, {
    onSuccess: async () => {
      onDone(`上一份 ${secret_code}：打回已撤销，恢复打回前的给分和状态`)
      await refresh()
    },
    onError: toast.error,
  })
  return (
    <div>
      <Button
        size="small"
        loading={isPending}
        onClick={() => mutate({ body: { block_id: blockId, task_detail_id } })}
      >
        撤销打回
      </Button>
    </div>
  )
}
