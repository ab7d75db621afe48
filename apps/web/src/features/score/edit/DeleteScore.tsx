import { Button, InputGroup } from '@blueprintjs/core'
import { useCall } from '@hengjuan/client/react'
import { deleteScore } from '@hengjuan/contracts'
import { ConfirmDialog, toast } from '@hengjuan/ui'
import { useState } from 'react'
import type { EditedPlace } from './edit-words.ts'

/** Takes the score of a block, or of the whole subject, away; it can be brought back. */
export function DeleteScore(props: {
  place: EditedPlace
  /** 「阅读」 or 「本科」. */
  what: string
  blockId?: number
  onDone: () => void
}) {
  const [isOpen, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  const remove = useCall(deleteScore, {
    onSuccess: () => {
      toast.done('已删除得分，可以在改分记录中恢复')
      setOpen(false)
      props.onDone()
    },
  })
  return (
    <>
      <Button size="small" variant="minimal" onClick={() => setOpen(true)}>
        删除{props.what}得分
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        title={`删除${props.what}得分`}
        effect={`该考生${props.what}变为没有得分，补齐之前不能发布；可以随时恢复`}
        confirmText="删除得分"
        refusal={reason.trim().length < 2 ? '请写明理由，至少 2 个字' : null}
        isPending={remove.isPending}
        error={remove.error}
        onClose={() => setOpen(false)}
        onConfirm={() =>
          remove.mutate({
            body: {
              ...props.place,
              reason: reason.trim(),
              ...(props.blockId === undefined ? {} : { block_id: props.blockId }),
            },
          })
        }
      >
        <InputGroup
          aria-label="理由"
          placeholder="理由"
          maxLength={200}
          value={reason}
          onValueChange={setReason}
        />
      </ConfirmDialog>
    </>
  )
}
