import { Button } from '@blueprintjs/core'
import { type FormEvent, useState } from 'react'
import type { SessionUser } from '../../session/session-store.ts'
import { CodeField } from './CodeField.tsx'
import { Notice } from './Notice.tsx'
import { SignInField } from './SignInField.tsx'
import { stepOf } from './sign-in-step.ts'
import { useSignIn } from './use-sign-in.ts'
import { otherWay, type Way } from './ways.ts'
import css from './login.module.css'

/** A phone that is bound to an account, and the code that was sent to it. */
export function PhoneForm(props: {
  notice?: string
  problem: { code: string; message: string } | null
  hasSms: boolean
  onWay: (way: Way) => void
  onSignedIn: (user: SessionUser) => void
}) {
  const [phone, setPhone] = useState('')
  const [code, setCode] = useState('')
  const [missing, setMissing] = useState<string | null>(null)
  const [unsent, setUnsent] = useState<string | null>(null)
  const signIn = useSignIn()
  const refused = signIn.error && stepOf(signIn.error) === null ? signIn.error : null
  const other = otherWay(refused?.code)
  const problem = missing ?? refused?.message ?? unsent ?? props.problem?.message
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const empty =
      phone.trim() === '' ? '请填写手机号' : code.trim() === '' ? '请填写短信验证码' : null
    setMissing(empty)
    if (empty === null && !signIn.isPending)
      signIn.mutate({ by: 'phone', phone, code, entry: 'school' }, { onSuccess: props.onSignedIn })
  }
  if (!props.hasSms)
    return (
      <Notice kind="warning">
        没有开通短信，请用账号密码登录，忘记密码请联系学校管理员
        <button type="button" className={css['other']} onClick={() => props.onWay('school')}>
          账号密码
        </button>
      </Notice>
    )
  return (
    <form className={css['stack']} onSubmit={submit} noValidate>
      {problem ? (
        <Notice kind="error">
          {problem}
          {missing === null && other && (
            <button type="button" className={css['other']} onClick={() => props.onWay(other.way)}>
              {other.text}
            </button>
          )}
        </Notice>
      ) : (
        props.notice && <Notice kind="warning">{props.notice}</Notice>
      )}
      <SignInField
        label="手机号"
        type="tel"
        inputMode="numeric"
        autoComplete="tel"
        autoFocus
        maxLength={20}
        value={phone}
        onChange={setPhone}
      />
      <CodeField
        phone={phone}
        purpose="login"
        value={code}
        onChange={setCode}
        onProblem={setUnsent}
      />
      <Button type="submit" intent="primary" size="large" fill loading={signIn.isPending}>
        登录
      </Button>
    </form>
  )
}
