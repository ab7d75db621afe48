import { Button } from '@blueprintjs/core'
import type { CallError } from '@hengjuan/client'
import { useCaller } from '@hengjuan/client/react'
import { secondFactor } from '@hengjuan/contracts'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { SessionUser } from '../../session/session-store.ts'
import { Notice } from './Notice.tsx'
import { SignInField } from './SignInField.tsx'
import css from './login.module.css'

/** The second step: the number of the authenticator, or a recovery code for who lost it. */
export function FactorForm(props: {
  ticket: string
  onSignedIn: (user: SessionUser) => void
  onBack: () => void
}) {
  const [code, setCode] = useState('')
  const [missing, setMissing] = useState(false)
  const { call } = useCaller()
  const prove = useMutation<SessionUser, CallError>({
    mutationFn: () => call(secondFactor, { body: { ticket: props.ticket, code: code.trim() } }),
    onSuccess: props.onSignedIn,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(code.trim() === '')
    if (code.trim() !== '' && !prove.isPending) prove.mutate()
  }
  return (
    <form className={css['form']} onSubmit={submit} noValidate>
      <h1 className={css['title']}>两步验证</h1>
      <p className={css['lead']}>打开手机上的身份验证器，输入「衡卷」的 6 位数字。</p>
      {prove.error && <Notice kind="error">{prove.error.message}</Notice>}
      <SignInField
        label="验证码"
        autoFocus
        autoComplete="one-time-code"
        maxLength={40}
        value={code}
        onChange={setCode}
        hint="手机不在身边时，输入一个恢复码；每个恢复码只能用一次"
        problem={missing ? '请输入验证码' : null}
      />
      <Button type="submit" intent="primary" size="large" fill loading={prove.isPending}>
        登录
      </Button>
      <Button variant="minimal" onClick={props.onBack}>
        返回登录
      </Button>
    </form>
  )
}
