import { useCall } from '@hengjuan/client/react'
import { padRevoke } from '@hengjuan/contracts'
import { ConfirmDialog, toast } from '@hengjuan/ui'
import { useState } from 'react'
import type { PadPlace, PadStatus } from './PadDesk.tsx'
import { ReasonField, reasonMissing } from './ReasonField.tsx'

/** Takes a released subject back, or lets it stand still once somebody answers. */
export function RevokeDialog(props: {
  place: PadPlace
  status: PadStatus
  onDone: () => void
  onClose: () => void
}) {
  const [reason, setReason] = useState('')
  const { answering, offline, submitted } = props.status.counts
  const begun = answering + offline + submitted
  const revoke = useCall(padRevoke, {
    onSuccess: ({ state }) => {
      toast.done(state === 'paused' ? '已暂停，作答都已保留' : '已撤回，可以修改题目和设置')
      props.onDone()
    },
  })
  return (
    <ConfirmDialog
      isOpen
      title={begun > 0 ? '暂停考试' : '撤回发布'}
      effect={
        begun > 0
          ? `将暂停 ${answering + offline} 人的作答；已保存的作答都保留`
          : '考生将看不到这场考试；还没有人作答'
      }
      confirmText={begun > 0 ? '暂停考试' : '撤回发布'}
      isPending={revoke.isPending}
      refusal={reasonMissing(reason)}
      error={revoke.error}
      onConfirm={() => revoke.mutate({ body: { ...props.place, reason } })}
      onClose={props.onClose}
    >
      {begun > 0 && '暂停期间计时停止；恢复作答后，每人还有暂停前剩下的时间。'}
      <ReasonField value={reason} onChange={setReason} />
    </ConfirmDialog>
  )
}
