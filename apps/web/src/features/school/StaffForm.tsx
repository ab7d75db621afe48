import { Button, DialogBody, DialogFooter, InputGroup } from '@blueprintjs/core'
import type { CallError } from '@hengjuan/client'
import { useCall } from '@hengjuan/client/react'
import { staffAdd, staffNumber, staffUpdate } from '@hengjuan/contracts'
import { FormDialog, ReasonButton, sentenceOf, toast, useUnsaved } from '@hengjuan/ui'
import { useState } from 'react'
import { LessonRows } from './LessonRows.tsx'
import { RoleRows } from './RoleRows.tsx'
import { Field } from './Field.tsx'
import css from './school.module.css'
import type { Slip } from './Slips.tsx'
import type { StaffRow } from './StaffTable.tsx'
import { useRefreshSchool } from './use-school.ts'
import { type StaffDraft, draftOf, problemOf } from './staff-draft.ts'

/** Adds a person, or changes one: name, number, identities and lessons. */
export function StaffForm(props: {
  row?: StaffRow
  /** Of a new account: the first password, told once. */
  onAdded?: (slip: Slip) => void
  onClose: () => void
}) {
  return (
    <FormDialog
      isOpen
      title={props.row ? `修改 ${props.row.name}` : '添加教师'}
      onClose={props.onClose}
      style={{ width: 640 }}
    >
      <Content {...props} />
    </FormDialog>
  )
}

function Content({ row, onAdded, onClose }: Parameters<typeof StaffForm>[0]) {
  const [draft, setDraft] = useState(() => draftOf(row))
  const set = (change: Partial<StaffDraft>) => setDraft((before) => ({ ...before, ...change }))
  const refresh = useRefreshSchool()
  const number = useCall(staffNumber)
  const finish = async (userId: number) => {
    if ((row?.staff_no ?? '') !== draft.staffNo.trim())
      await number.mutateAsync({
        body: { user_id: userId, staff_no: draft.staffNo.trim() || null },
      })
    toast.done(row ? '已保存' : `已添加 ${draft.name}`)
    onClose()
    await refresh()
  }
  const add = useCall(staffAdd, {
    onSuccess: async ({ user_id, initial_password }) => {
      if (initial_password !== null)
        onAdded?.({ name: draft.name, place: '教职工', account: draft.account, initial_password })
      await finish(user_id)
    },
  })
  const update = useCall(staffUpdate, { onSuccess: () => finish(row?.user_id ?? 0) })
  const isChanged = JSON.stringify(draft) !== JSON.stringify(draftOf(row))
  const isPending = add.isPending || update.isPending || number.isPending
  useUnsaved(isChanged && !isPending)
  const error: CallError | null = add.error ?? update.error ?? number.error
  const save = () => {
    const { name, roles, lessons: teaching } = draft
    // What follows from the lessons is left to them.
    const given = roles.map((one) => (one.role === 'subject_teacher' ? { role: one.role } : one))
    if (row) update.mutate({ body: { user_id: row.user_id, name, roles: given, teaching } })
    else add.mutate({ body: { account: draft.account.trim(), name, roles: given, teaching } })
  }
  return (
    <>
      <DialogBody>
        <div className={css['fields']}>
          <Field label="姓名">
            <InputGroup
              autoFocus
              value={draft.name}
              maxLength={40}
              onValueChange={(name) => set({ name })}
            />
          </Field>
          <Field label="登录账号">
            <InputGroup
              value={draft.account}
              maxLength={64}
              disabled={row !== undefined}
              placeholder="字母、数字或手机号，2 位以上"
              onValueChange={(account) => set({ account })}
            />
          </Field>
          <Field label="工号">
            <InputGroup
              value={draft.staffNo}
              maxLength={32}
              placeholder="可不填"
              onValueChange={(staffNo) => set({ staffNo })}
            />
          </Field>
        </div>
        <h3>身份</h3>
        <RoleRows roles={draft.roles} onChange={(roles) => set({ roles })} />
        <h3>任课</h3>
        <LessonRows lessons={draft.lessons} onChange={(lessons) => set({ lessons })} />
        {error && (
          <p className={css['problem']} role="alert">
            ✕ {sentenceOf(error)}
            {error.fields.map(({ path, msg }) => (
              <span key={path}>；{msg}</span>
            ))}
          </p>
        )}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button onClick={onClose}>取消</Button>
            <ReasonButton
              intent="primary"
              loading={isPending}
              reason={problemOf(draft) ?? (isChanged ? null : '没有改动')}
              onClick={save}
            >
              {row ? '保存' : '添加'}
            </ReasonButton>
          </>
        }
      />
    </>
  )
}
