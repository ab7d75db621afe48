import { FormGroup, NumericInput } from '@blueprintjs/core'
import { useCall } from '@hengjuan/client/react'
import { padExtend } from '@hengjuan/contracts'
import { ConfirmDialog, toast } from '@hengjuan/ui'
import { useState } from 'react'
import type { PadAttempt, PadPlace } from './PadDesk.tsx'
import { ReasonField, reasonMissing } from './ReasonField.tsx'

const USUAL = 10
const MOST = 240

/** More time for some. */
export function ExtendDialog(props: {
  place: PadPlace
  chosen: readonly PadAttempt[]
  onDone: () => void
  onClose: () => void
}) {
  const [minutes, setMinutes] = useState(USUAL)
  const [reason, setReason] = useState('')
  const extend = useCall(padExtend, {
    onSuccess: ({ extended }) => {
      toast.done(`已给 ${extended} 人加时 ${minutes} 分钟`)
      props.onDone()
    },
  })
  const isSound = Number.isInteger(minutes) && minutes >= 1 && minutes <= MOST
  return (
    <ConfirmDialog
      isOpen
      title="加时"
      effect={`将给 ${props.chosen.length} 名考生各加 ${isSound ? minutes : '…'} 分钟`}
      confirmText="加时"
      refusal={isSound ? reasonMissing(reason) : `加时应为 1 到 ${MOST} 分钟`}
      isPending={extend.isPending}
      error={extend.error}
      onConfirm={() =>
        extend.mutate({
          body: {
            ...props.place,
            candidate_ids: props.chosen.map(({ candidate_id }) => candidate_id),
            minutes,
            reason,
          },
        })
      }
      onClose={props.onClose}
    >
      正在作答的立即生效；还没有进入的，进入时计入。
      <FormGroup label="分钟" labelFor="pad-minutes">
        <NumericInput
          id="pad-minutes"
          min={1}
          max={MOST}
          value={minutes}
          onValueChange={setMinutes}
        />
      </FormGroup>
      <ReasonField value={reason} onChange={setReason} />
    </ConfirmDialog>
  )
}
