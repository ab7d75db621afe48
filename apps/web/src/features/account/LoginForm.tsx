import { Button, InputGroup } from '@blueprintjs/core'
import { EyeOffIcon, EyeOpenIcon, LockIcon, UserIcon } from '@blueprintjs/icons'
import { type FormEvent, useId, useRef, useState } from 'react'
import type { SessionUser } from '../../session/session-store.ts'
import { Notice } from './Notice.tsx'
import { useCapsLock } from './use-caps-lock.ts'
import { useSignIn } from './use-sign-in.ts'
import css from './login.module.css'

/** Account and password. `onSignedIn` gets the person; the session has not started on this page yet. */
export function LoginForm(props: {
  /** Why one is here, if not by choice. */
  notice?: string
  onSignedIn: (user: SessionUser) => void
}) {
  const [account, setAccount] = useState('')
  const [password, setPassword] = useState('')
  const [missing, setMissing] = useState<'account' | 'password' | null>(null)
  const [isShown, setIsShown] = useState(false)
  const accountField = useRef<HTMLInputElement>(null)
  const passwordField = useRef<HTMLInputElement>(null)
  const capsLock = useCapsLock()
  const signIn = useSignIn()
  const id = useId()

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const empty = account.trim() === '' ? 'account' : password === '' ? 'password' : null
    setMissing(empty)
    if (empty === 'account') return accountField.current?.focus()
    if (empty === 'password') return passwordField.current?.focus()
    signIn.mutate(
      { account, password },
      {
        onSuccess: props.onSignedIn,
        onError: () => passwordField.current?.select(),
      },
    )
  }

  return (
    <form className={css['form']} onSubmit={submit} noValidate>
      <h1 className={css['title']}>登录</h1>
      {signIn.error ? (
        <Notice kind="error">{signIn.error.message}</Notice>
      ) : (
        props.notice && <Notice kind="warning">{props.notice}</Notice>
      )}
      <label className={css['field']} htmlFor={`${id}-account`}>
        账号
        <InputGroup
          id={`${id}-account`}
          inputRef={accountField}
          size="large"
          leftIcon={<UserIcon />}
          value={account}
          onValueChange={setAccount}
          autoComplete="username"
          autoCapitalize="off"
          spellCheck={false}
          autoFocus
          intent={missing === 'account' ? 'danger' : 'none'}
          aria-invalid={missing === 'account'}
        />
        {missing === 'account' && <span className={css['hint']}>请输入账号</span>}
      </label>
      <label className={css['field']} htmlFor={`${id}-password`}>
        密码
        <InputGroup
          id={`${id}-password`}
          inputRef={passwordField}
          size="large"
          leftIcon={<LockIcon />}
          type={isShown ? 'text' : 'password'}
          value={password}
          onValueChange={setPassword}
          autoComplete="current-password"
          intent={missing === 'password' ? 'danger' : 'none'}
          aria-invalid={missing === 'password'}
          rightElement={
            <Button
              variant="minimal"
              icon={isShown ? <EyeOffIcon /> : <EyeOpenIcon />}
              aria-label={isShown ? '隐藏密码' : '显示密码'}
              aria-pressed={isShown}
              onClick={() => setIsShown(!isShown)}
            />
          }
          {...capsLock.handlers}
        />
        {missing === 'password' && <span className={css['hint']}>请输入密码</span>}
        {capsLock.isOn && <span className={css['caps']}>! 大写锁定已打开</span>}
      </label>
      <Button type="submit" intent="primary" size="large" fill loading={signIn.isPending}>
        登录
      </Button>
      <p className={css['foot']}>忘记密码请联系学校管理员重置</p>
    </form>
  )
}
