import { ProgressBar } from '@blueprintjs/core'
import { useCaller } from '@hengjuan/client/react'
import { staffReset } from '@hengjuan/contracts'
import { ConfirmDialog } from '@hengjuan/ui'
import { useState } from 'react'
import { type Slip, staffSlips } from './Slips.tsx'
import type { StaffRow } from './StaffTable.tsx'
import { AT_ONCE } from './at-once.ts'

export function ResetDialog(props: {
  rows: readonly StaffRow[]
  onReset: (slips: Slip[]) => void
  onClose: () => void
}) {
  const { rows } = props
  const { call } = useCaller()
  const [done, setDone] = useState<number | null>(null)
  const [error, setError] = useState<Error | null>(null)
  const reset = async () => {
    const slips: Slip[] = []
    setError(null)
    setDone(0)
    try {
      for (let at = 0; at < rows.length; at += AT_ONCE) {
        const ids = rows.slice(at, at + AT_ONCE).map(({ user_id }) => user_id)
        const { accounts } = await call(staffReset, { body: { user_ids: ids } })
        slips.push(...staffSlips(accounts))
        setDone(Math.min(at + AT_ONCE, rows.length))
      }
      props.onReset(slips)
    } catch (failed) {
      // Passwords that were made are told only once: they are not thrown away with the rest.
      if (slips.length > 0) props.onReset(slips)
      setError(failed as Error)
      setDone(null)
    }
  }
  return (
    <ConfirmDialog
      isOpen
      title="重置密码"
      effect={`将重置 ${rows.length} 个账号的密码，原密码和已登录的设备立即失效。`}
      confirmText={`重置 ${rows.length} 人`}
      isDestructive
      isPending={done !== null}
      error={error}
      onConfirm={() => void reset()}
      onClose={props.onClose}
    >
      <p>新的初始密码可以打印成账号条或下载成表格。</p>
      {done !== null && <ProgressBar value={done / rows.length} />}
    </ConfirmDialog>
  )
}
