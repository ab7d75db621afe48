import { FormGroup, InputGroup } from '@blueprintjs/core'
import { useCall } from '@hengjuan/client/react'
import { sheetLock } from '@hengjuan/contracts'
import { ConfirmDialog, toast } from '@hengjuan/ui'
import { useState } from 'react'

const MOST_LETTERS = 100

/** Locks a sheet and says why, for those who find it locked. */
export function LockDialog(props: {
  sheet: { sheet_id: number; name: string }
  onClose: () => void
  onDone: () => Promise<unknown>
}) {
  const [reason, setReason] = useState('')
  const lock = useCall(sheetLock, {
    onSuccess: () => {
      toast.done('已锁定')
      props.onClose()
      return props.onDone()
    },
  })
  return (
    <ConfirmDialog
      isOpen
      title="锁定答题卡"
      effect={`锁定「${props.sheet.name}」`}
      confirmText="锁定"
      isPending={lock.isPending}
      error={lock.error}
      onClose={props.onClose}
      onConfirm={() =>
        lock.mutate({ body: { sheet_id: props.sheet.sheet_id, locked: true, reason } })
      }
    >
      <p>锁定后版面和题块不能修改、不能删除，答案仍可修改；能设计答题卡的人都可以解锁。</p>
      <FormGroup label="原因（大家都能看到）" labelFor="lock-reason">
        <InputGroup
          id="lock-reason"
          value={reason}
          maxLength={MOST_LETTERS}
          placeholder="例如：已交印刷厂"
          onValueChange={setReason}
        />
      </FormGroup>
    </ConfirmDialog>
  )
}
