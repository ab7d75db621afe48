import { Button, Dialog, DialogBody, DialogFooter, InputGroup } from '@blueprintjs/core'
import type { CallError } from '@hengjuan/client'
import { useCaller } from '@hengjuan/client/react'
import { changePassword } from '@hengjuan/contracts'
import { toast } from '@hengjuan/ui'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { useCapsLock } from './use-caps-lock.ts'
import { newPasswordProblem } from './new-password.ts'
import css from './password.module.css'

const FIELDS = [
  { name: 'old', label: '原密码', autoComplete: 'current-password' },
  { name: 'fresh', label: '新密码', autoComplete: 'new-password' },
  { name: 'again', label: '再输入一次新密码', autoComplete: 'new-password' },
] as const
type Typed = Record<(typeof FIELDS)[number]['name'], string>

const NOTHING: Typed = { old: '', fresh: '', again: '' }

/** The own password is changed: the first one was made by somebody else, who knows it. */
export function PasswordDialog(props: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog isOpen={props.isOpen} title="修改密码" onClose={props.onClose}>
      <PasswordForm onClose={props.onClose} />
    </Dialog>
  )
}

/** Inside the dialog, so that what was typed is forgotten when it closes. */
function PasswordForm({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState(NOTHING)
  const [refusal, setRefusal] = useState<string | null>(null)
  const capsLock = useCapsLock()
  const { call } = useCaller()
  const id = useId()
  const change = useMutation<unknown, CallError, Typed>({
    mutationFn: ({ old, fresh }) =>
      call(changePassword, { body: { password: old, new_password: fresh } }),
    onSuccess: () => {
      toast.done('密码已修改，其他电脑上的登录已退出')
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const refused = typed.old === '' ? '请输入原密码' : newPasswordProblem(typed.fresh, typed.again)
    setRefusal(refused)
    if (refused === null && !change.isPending) change.mutate(typed)
  }
  const problem = refusal ?? change.error?.message
  return (
    <form onSubmit={submit} noValidate>
      <DialogBody>
        <div className={css['form']}>
          {problem && (
            <p role="alert" className={css['problem']}>
              ✕ {problem}
            </p>
          )}
          {FIELDS.map(({ name, label, autoComplete }, index) => (
            <label key={name} className={css['field']} htmlFor={`${id}-${name}`}>
              {label}
              <InputGroup
                id={`${id}-${name}`}
                type="password"
                autoFocus={index === 0}
                autoComplete={autoComplete}
                maxLength={200}
                value={typed[name]}
                onValueChange={(value) => setTyped({ ...typed, [name]: value })}
                {...capsLock.handlers}
              />
            </label>
          ))}
          {capsLock.isOn && <p className={css['note']}>! 大写锁定已打开</p>}
          <p className={css['note']}>至少 8 位，不能是常见密码，也不能包含账号</p>
        </div>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button onClick={onClose}>取消</Button>
            <Button type="submit" intent="primary" loading={change.isPending}>
              修改密码
            </Button>
          </>
        }
      />
    </form>
  )
}
