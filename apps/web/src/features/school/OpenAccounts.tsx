import { ProgressBar } from '@blueprintjs/core'
import { useCaller } from '@hengjuan/client/react'
import { studentAccounts } from '@hengjuan/contracts'
import { ConfirmDialog } from '@hengjuan/ui'
import { useState } from 'react'
import type { Slip } from './Slips.tsx'
import type { StudentRow } from './StudentTable.tsx'
import { AT_ONCE } from './at-once.ts'

export function OpenAccounts(props: {
  rows: readonly StudentRow[]
  resets: boolean
  onOpened: (slips: Slip[]) => void
  onClose: () => void
}) {
  const { resets } = props
  const { call } = useCaller()
  const [done, setDone] = useState<number | null>(null)
  const [error, setError] = useState<Error | null>(null)
  const rows = props.rows.filter(({ account }) => resets === (account !== null))
  const open = async () => {
    const slips: Slip[] = []
    setError(null)
    setDone(0)
    try {
      for (let at = 0; at < rows.length; at += AT_ONCE) {
        const ids = rows.slice(at, at + AT_ONCE).map(({ student_id }) => student_id)
        const { accounts } = await call(studentAccounts, {
          body: { student_ids: ids, reset: resets },
        })
        slips.push(...accounts.map((one) => ({ ...one, place: one.class_name })))
        setDone(Math.min(at + AT_ONCE, rows.length))
      }
      props.onOpened(slips)
    } catch (failed) {
      // Passwords that were made are told only once: they are not thrown away with the rest.
      if (slips.length > 0) props.onOpened(slips)
      setError(failed as Error)
      setDone(null)
    }
  }
  const verb = resets ? '重置查询密码' : '开通查询账号'
  const others = props.rows.length - rows.length
  return (
    <ConfirmDialog
      isOpen
      title={verb}
      effect={
        resets
          ? `将重置 ${rows.length} 名学生的查询密码，原密码立即失效。`
          : `将为 ${rows.length} 名学生开通查询账号，账号为学号。`
      }
      confirmText={`${resets ? '重置' : '开通'} ${rows.length} 人`}
      isDestructive={resets}
      isPending={done !== null}
      refusal={rows.length > 0 ? null : resets ? '所选学生都没有账号' : '所选学生都已有账号'}
      error={error}
      onConfirm={() => void open()}
      onClose={props.onClose}
    >
      {others > 0 && (
        <p>
          另有 {others} 人{resets ? '还没有账号' : '已有账号'}，不受影响。
        </p>
      )}
      {done !== null && (
        <>
          <p role="status">
            {done} / {rows.length}
          </p>
          <ProgressBar value={rows.length === 0 ? 1 : done / rows.length} />
        </>
      )}
    </ConfirmDialog>
  )
}
