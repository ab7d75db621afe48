import { Button } from '@blueprintjs/core'
import type { CallError } from '@hengjuan/client'
import { useCaller } from '@hengjuan/client/react'
import { linkIdentity } from '@hengjuan/contracts'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { SessionUser } from '../../session/session-store.ts'
import { Notice } from './Notice.tsx'
import { SignInField } from './SignInField.tsx'
import { stepOf, useSignInStep } from './sign-in-step.ts'
import css from './login.module.css'

/** Somebody is known elsewhere and not here yet: the own password links both once. */
export function LinkForm(props: {
  ticket: string
  message: string
  onSignedIn: (user: SessionUser) => void
  onBack: () => void
}) {
  const [account, setAccount] = useState('')
  const [password, setPassword] = useState('')
  const [missing, setMissing] = useState<string | null>(null)
  const { call } = useCaller()
  const link = useMutation<SessionUser, CallError>({
    mutationFn: () =>
      call(linkIdentity, { body: { ticket: props.ticket, account: account.trim(), password } }),
    onSuccess: props.onSignedIn,
    onError: (error) => {
      const step = stepOf(error)
      if (step) useSignInStep.setState({ step })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const empty = account.trim() === '' ? '请输入账号' : password === '' ? '请输入密码' : null
    setMissing(empty)
    if (empty === null && !link.isPending) link.mutate()
  }
  const problem = missing ?? link.error?.message
  return (
    <form className={css['form']} onSubmit={submit} noValidate>
      <h1 className={css['title']}>关联账号</h1>
      <p className={css['lead']}>{props.message}。今后可以直接登录。</p>
      {problem && <Notice kind="error">{problem}</Notice>}
      <SignInField
        label="账号"
        autoFocus
        autoComplete="username"
        value={account}
        onChange={setAccount}
      />
      <SignInField
        label="密码"
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
      />
      <Button type="submit" intent="primary" size="large" fill loading={link.isPending}>
        关联并登录
      </Button>
      <Button variant="minimal" onClick={props.onBack}>
        返回登录
      </Button>
    </form>
  )
}
