import { Button } from '@blueprintjs/core'
import type { CallError } from '@hengjuan/client'
import { useCaller } from '@hengjuan/client/react'
import { changePassword, currentUser } from '@hengjuan/contracts'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { SessionUser } from '../../session/session-store.ts'
import { newPasswordProblem } from './new-password.ts'
import { Notice } from './Notice.tsx'
import { SignInField } from './SignInField.tsx'
import { takeTypedPassword } from './typed-password.ts'
import css from './login.module.css'

/** The first password was made by somebody else, who knows it: nothing opens before it is changed. */
export function FirstPassword(props: { user: SessionUser; onDone: (user: SessionUser) => void }) {
  const [old, setOld] = useState(takeTypedPassword)
  const [isKnown] = useState(old !== '')
  const [fresh, setFresh] = useState('')
  const [again, setAgain] = useState('')
  const [refusal, setRefusal] = useState<string | null>(null)
  const { call } = useCaller()
  const change = useMutation<SessionUser, CallError>({
    mutationFn: async () => {
      await call(changePassword, { body: { password: old, new_password: fresh } })
      return call(currentUser, {})
    },
    onSuccess: props.onDone,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const refused = old === '' ? '请输入初始密码' : newPasswordProblem(fresh, again)
    setRefusal(refused)
    if (refused === null && !change.isPending) change.mutate()
  }
  const problem = refusal ?? change.error?.message
  return (
    <form className={css['form']} onSubmit={submit} noValidate>
      <h1 className={css['title']}>设置自己的密码</h1>
      <p className={css['lead']}>
        {props.user.user_name}，您用的是他人发放的初始密码，换成只有自己知道的密码后进入系统。
      </p>
      {problem && <Notice kind="error">{problem}</Notice>}
      {!isKnown && (
        <SignInField
          label="初始密码"
          type="password"
          autoComplete="current-password"
          value={old}
          onChange={setOld}
        />
      )}
      <SignInField
        label="新密码"
        type="password"
        autoComplete="new-password"
        autoFocus
        hint="至少 8 位，不能是常见密码，也不能包含账号"
        value={fresh}
        onChange={setFresh}
      />
      <SignInField
        label="再输入一次新密码"
        type="password"
        autoComplete="new-password"
        value={again}
        onChange={setAgain}
      />
      <Button type="submit" intent="primary" size="large" fill loading={change.isPending}>
        保存并进入
      </Button>
    </form>
  )
}
