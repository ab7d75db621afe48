import { ConfirmDialog } from '@hengjuan/ui'
import { useState } from 'react'
import type { Desk } from './desk-store.ts'

/** Asks before an own mark is taken back: until it is given again, the candidate has none. */
export function TakeBackDialog(props: {
  desk: Desk
  code: string
  isOpen: boolean
  onClose: () => void
}) {
  const [isPending, setPending] = useState(false)
  const [error, setError] = useState<Error | null>(null)
  const close = () => {
    setError(null)
    props.onClose()
  }
  const confirm = async () => {
    setPending(true)
    const failed = await props.desk.takeBack()
    setPending(false)
    if (failed === null) close()
    else setError(failed as Error)
  }
  return (
    <ConfirmDialog
      isOpen={props.isOpen}
      title={`收回密号 ${props.code} 的评阅`}
      effect="成绩暂不计入，试卷回到手中，重新评阅后生效"
      confirmText="收回重评"
      isPending={isPending}
      error={error}
      onConfirm={() => void confirm()}
      onClose={close}
    >
      <p>不算打回，可以再给原来的分数；只改分时直接改好保存。</p>
    </ConfirmDialog>
  )
}
