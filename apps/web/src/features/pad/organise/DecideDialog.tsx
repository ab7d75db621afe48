import { Radio, RadioGroup } from '@blueprintjs/core'
import { useCall } from '@hengjuan/client/react'
import { padChoose, padLate } from '@hengjuan/contracts'
import { ConfirmDialog, toast } from '@hengjuan/ui'
import { useState } from 'react'
import type { PadAttempt, PadPlace } from './PadDesk.tsx'
import { ReasonField, reasonMissing } from './ReasonField.tsx'

export interface Decision {
  kind: 'late' | 'choose'
  attempt: PadAttempt
}

/** Whether answers that came too late count, or which of two attempts does. */
export function DecideDialog(props: {
  place: PadPlace
  decision: Decision
  onDone: () => void
  onClose: () => void
}) {
  const { kind, attempt } = props.decision
  const [reason, setReason] = useState('')
  const [accept, setAccept] = useState(true)
  const onSuccess = () => {
    toast.done(kind === 'late' ? '已决定' : `已改为以这份计分`)
    props.onDone()
  }
  const late = useCall(padLate, { onSuccess })
  const choose = useCall(padChoose, { onSuccess })
  const body = { ...props.place, attempt_id: attempt.attempt_id ?? 0, reason }
  return (
    <ConfirmDialog
      isOpen
      title={kind === 'late' ? '迟到的作答' : '以此份计分'}
      effect={
        kind === 'late'
          ? `${attempt.name}有 ${attempt.waiting} 处作答在结束 10 分钟以后才传到，自称是结束前作的`
          : `将以${attempt.name}的${attempt.is_makeup ? '补考' : '第一次作答'}计分，另一份保留`
      }
      confirmText={kind === 'choose' ? '以此份计分' : accept ? '采用' : '不采用'}
      refusal={reasonMissing(reason)}
      isPending={late.isPending || choose.isPending}
      error={late.error ?? choose.error}
      onConfirm={() =>
        kind === 'late' ? late.mutate({ body: { ...body, accept } }) : choose.mutate({ body })
      }
      onClose={props.onClose}
    >
      {kind === 'late' ? (
        <RadioGroup
          label="采用吗"
          selectedValue={accept ? 'yes' : 'no'}
          onChange={({ currentTarget }) => setAccept(currentTarget.value === 'yes')}
        >
          <Radio value="yes" label="采用：改动的题块重新评阅" />
          <Radio value="no" label="不采用：这几处丢弃" />
        </RadioGroup>
      ) : (
        '作答不同的题块重新评阅；改回来时原来的评分仍然有效。'
      )}
      <ReasonField value={reason} onChange={setReason} />
    </ConfirmDialog>
  )
}
