import { Button } from '@blueprintjs/core'
import { useCall } from '@hengjuan/client/react'
import { staffState } from '@hengjuan/contracts'
import { SchemaDialog, toast } from '@hengjuan/ui'
import { useState } from 'react'
import css from './school.module.css'
import { type Slip, SlipsDialog } from './Slips.tsx'
import type { StaffRow } from './StaffTable.tsx'
import { useRefreshSchool } from './use-school.ts'
import { RolesDialog } from './StaffRolesDialog.tsx'
import { ResetDialog } from './StaffResetDialog.tsx'

/**
 * What can be done with the ticked people. Stays there when the act takes them out of the list: codes and first passwords
 * that it made are told once.
 */
export function StaffActs(props: { rows: readonly StaffRow[]; onDone: () => void }) {
  const { rows, onDone } = props
  const [dialog, setDialog] = useState<'roles' | 'reset' | 'state' | null>(null)
  const [slips, setSlips] = useState<Slip[] | null>(null)
  const refresh = useRefreshSchool()
  const isDisabled = rows.every(({ disabled }) => disabled)
  const people = rows.length === 1 ? (rows[0]?.name ?? '') : `${rows.length} 名教师`
  const state = useCall(staffState, {
    onSuccess: ({ changed }, { body }) => {
      setDialog(null)
      onDone()
      toast.done(`已${body.disabled ? '停用' : '启用'} ${changed} 个账号`)
      return refresh()
    },
  })
  const verb = isDisabled ? '启用' : '停用'
  return (
    <div
      className={css['picked']}
      hidden={rows.length === 0}
      role="group"
      aria-label="已选教师的操作"
    >
      已选 {rows.length} 人
      <Button size="small" onClick={() => setDialog('roles')}>
        批量身份
      </Button>
      <Button size="small" onClick={() => setDialog('reset')}>
        重置密码
      </Button>
      <Button size="small" onClick={() => setDialog('state')}>
        {verb}
      </Button>
      {dialog === 'roles' && (
        <RolesDialog
          rows={rows}
          onClose={(isDone) => {
            setDialog(null)
            if (isDone) onDone()
          }}
        />
      )}
      {dialog === 'reset' && (
        <ResetDialog
          rows={rows}
          onClose={() => setDialog(null)}
          onReset={(made) => {
            setDialog(null)
            setSlips(made)
          }}
        />
      )}
      {dialog === 'state' && (
        <SchemaDialog
          title={`${verb}账号：${people}`}
          effect={
            isDisabled
              ? '启用后可以重新登录，身份和任课不变。'
              : '停用后立即退出登录；做过的评阅和记录保留，随时可以启用。要交接任课和班主任，请打开教师详情办理离职。'
          }
          schema={staffState.body}
          initial={{ reason: '' }}
          submitText={`${verb} ${rows.length} 人`}
          isPending={state.isPending}
          error={state.error}
          onClose={() => setDialog(null)}
          onSubmit={({ reason }) =>
            state.mutate({
              body: {
                user_ids: rows.map(({ user_id }) => user_id),
                disabled: !isDisabled,
                reason,
              },
            })
          }
          fields={{ reason: { kind: 'text', label: '原因', isRequired: true, autoFocus: true } }}
        />
      )}
      {slips && (
        <SlipsDialog
          slips={slips}
          title="教师账号"
          onClose={() => {
            setSlips(null)
            onDone()
          }}
        />
      )}
    </div>
  )
}
