import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { useCall } from '@hengjuan/client/react'
import { staffRoles } from '@hengjuan/contracts'
import { roleLabel, type Role } from '@hengjuan/domain'
import { ReasonButton, Segmented, sentenceOf } from '@hengjuan/ui'
import { useState } from 'react'
import { type RoleDraft, RoleRows } from './RoleRows.tsx'
import css from './school.module.css'
import type { StaffRow } from './StaffTable.tsx'
import { useRefreshSchool } from './use-school.ts'
import { VERBS } from './staff-verbs.ts'

export function RolesDialog(props: {
  rows: readonly StaffRow[]
  onClose: (isDone: boolean) => void
}) {
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
