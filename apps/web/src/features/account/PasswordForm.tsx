import { Button } from '@blueprintjs/core'
import { EyeOffIcon, EyeOpenIcon, LockIcon, UserIcon } from '@blueprintjs/icons'
import { type FormEvent, useRef, useState } from 'react'
import type { SessionUser } from '../../session/session-store.ts'
import { Notice } from './Notice.tsx'
import { SignInField } from './SignInField.tsx'
import { stepOf } from './sign-in-step.ts'
import { useCapsLock } from './use-caps-lock.ts'
import { useSignIn } from './use-sign-in.ts'
import { otherWay, type Way } from './ways.ts'
import css from './login.module.css'

/** Account and password, of here or of a directory. */
export function PasswordForm(props: {
  notice?: string
  /** Why an entry link ended here. */
  problem: { code: string; message: string } | null
  way: 'school' | 'region' | 'ldap'
  onWay: (way: Way) => void
  onSignedIn: (user: SessionUser) => void
}) {
  const { way } = props
  const [account, setAccount] = useState('')
  const [password, setPassword] = useState('')
  const [missing, setMissing] = useState<'account' | 'password' | null>(null)
  const [isShown, setIsShown] = useState(false)
  const accountField = useRef<HTMLInputElement>(null)
  const passwordField = useRef<HTMLInputElement>(null)
  const capsLock = useCapsLock()
  const signIn = useSignIn()
  const refused = signIn.error && stepOf(signIn.error) === null ? signIn.error : null
  const problem = refused ?? props.problem
  const other = otherWay(problem?.code)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const empty = account.trim() === '' ? 'account' : password === '' ? 'password' : null
    setMissing(empty)
    if (empty === 'account') return accountField.current?.focus()
    if (empty === 'password') return passwordField.current?.focus()
    signIn.mutate(
      way === 'ldap'
        ? { by: 'ldap', account, password }
        : { by: 'password', account, password, entry: way },
      { onSuccess: props.onSignedIn, onError: () => passwordField.current?.select() },
    )
  }

  return (
    <form className={css['stack']} onSubmit={submit} noValidate>
      {problem ? (
        <Notice kind="error">
          {problem.message}
          {other && (
            <button type="button" className={css['other']} onClick={() => props.onWay(other.way)}>
              {other.text}
            </button>
          )}
        </Notice>
      ) : (
        props.notice && <Notice kind="warning">{props.notice}</Notice>
      )}
      <SignInField
        label="账号"
        inputRef={accountField}
        leftIcon={<UserIcon />}
        value={account}
        onChange={setAccount}
        autoComplete="username"
        autoFocus
        problem={missing === 'account' ? '请输入账号' : null}
      />
      <div {...capsLock.handlers}>
        <SignInField
          label="密码"
          inputRef={passwordField}
          leftIcon={<LockIcon />}
          type={isShown ? 'text' : 'password'}
          value={password}
          onChange={setPassword}
          autoComplete="current-password"
          problem={missing === 'password' ? '请输入密码' : null}
          rightElement={
            <Button
              variant="minimal"
              icon={isShown ? <EyeOffIcon /> : <EyeOpenIcon />}
              aria-label={isShown ? '隐藏密码' : '显示密码'}
              aria-pressed={isShown}
              onClick={() => setIsShown(!isShown)}
            />
          }
        />
        {capsLock.isOn && <span className={css['caps']}>! 大写锁定已打开</span>}
      </div>
      <Button type="submit" intent="primary" size="large" fill loading={signIn.isPending}>
        登录
      </Button>
    </form>
  )
}
