import { Button, Dialog, DialogBody, DialogFooter, ProgressBar } from '@blueprintjs/core'
import { useCall, useCaller } from '@hengjuan/client/react'
import { staffReset, staffRoles, staffState } from '@hengjuan/contracts'
import { roleLabel, type Role } from '@hengjuan/domain'
import {
  ConfirmDialog,
  ReasonButton,
  SchemaDialog,
  Segmented,
  sentenceOf,
  toast,
} from '@hengjuan/ui'
import { useState } from 'react'
import { type RoleDraft, RoleRows } from './RoleRows.tsx'
import css from './school.module.css'
import { type Slip, SlipsDialog, staffSlips } from './Slips.tsx'
import type { StaffRow } from './StaffTable.tsx'
import { useRefreshSchool } from './use-school.ts'

const AT_ONCE = 20
const VERBS = [
  { value: 'add', label: '添加身份' },
  { value: 'remove', label: '取消身份' },
] as const

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

function RolesDialog(props: { rows: readonly StaffRow[]; onClose: (isDone: boolean) => void }) {
  const { rows } = props
  const [verb, setVerb] = useState<'add' | 'remove'>('add')
  const [draft, setDraft] = useState<RoleDraft>({ role: 'marking_teacher' })
  const refresh = useRefreshSchool()
  const change = useCall(staffRoles, { onSuccess: refresh })
  const { data } = change
  return (
    <Dialog isOpen title="批量身份" onClose={() => props.onClose(data !== undefined)}>
      <DialogBody>
        <p>
          <Segmented label="添加或取消" options={VERBS} value={verb} onChange={setVerb} />
        </p>
        <RoleRows
          isSingle
          roles={[draft]}
          onChange={([next]) => {
            change.reset()
            if (next) setDraft(next)
          }}
        />
        {change.error && (
          <p className={css['problem']} role="alert">
            ✕ {sentenceOf(change.error)}
          </p>
        )}
        {data && (
          <>
            <p role="status">已修改 {data.changed} 人。</p>
            {data.kept.map(({ name, why }) => (
              <p key={name} className={css['problem']}>
                {name}：{why}
              </p>
            ))}
          </>
        )}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button onClick={() => props.onClose(data !== undefined)}>
              {data ? '完成' : '取消'}
            </Button>
            <ReasonButton
              intent="primary"
              loading={change.isPending}
              reason={data ? '已经修改' : null}
              onClick={() =>
                change.mutate({
                  body: {
                    user_ids: rows.map(({ user_id }) => user_id),
                    ...(verb === 'add' ? { add: draft } : { remove: draft.role }),
                  },
                })
              }
            >
              {verb === 'add' ? '给' : '取消'} {rows.length} 人{verb === 'add' ? '添加' : '的'}「
              {roleLabel(draft.role as Role)}」
            </ReasonButton>
          </>
        }
      />
    </Dialog>
  )
}

function ResetDialog(props: {
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
