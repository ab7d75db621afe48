import { Button, InputGroup, Tab, Tabs } from '@blueprintjs/core'
import { EyeOffIcon, EyeOpenIcon, LockIcon, UserIcon } from '@blueprintjs/icons'
import type { EntryKind } from '@hengjuan/domain'
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
  entry: EntryKind
  onEntry: (entry: EntryKind) => void
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
  const other = otherEntry(signIn.error?.code)

  const enterBy = (entry: EntryKind) => {
    signIn.reset()
    props.onEntry(entry)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const empty = account.trim() === '' ? 'account' : password === '' ? 'password' : null
    setMissing(empty)
    if (empty === 'account') return accountField.current?.focus()
    if (empty === 'password') return passwordField.current?.focus()
    signIn.mutate(
      { account, password, entry: props.entry },
      {
        onSuccess: props.onSignedIn,
        onError: () => passwordField.current?.select(),
      },
    )
  }

  return (
    <form className={css['form']} onSubmit={submit} noValidate>
      <h1 className={css['title']}>登录</h1>
      <Tabs
        id={`${id}-entry`}
        selectedTabId={props.entry}
        onChange={(tab) => enterBy(tab as EntryKind)}
        size="large"
      >
        <Tab id="school" title="账号密码" />
        <Tab id="region" title="区域登录" />
      </Tabs>
      {signIn.error ? (
        <Notice kind="error">
          {signIn.error.message}
          {other && (
            <button type="button" className={css['other']} onClick={() => enterBy(other.entry)}>
              {other.text}
            </button>
          )}
        </Notice>
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
      <p className={css['foot']}>
        {props.entry === 'region'
          ? '区域登录供教育局、教研机构的人员使用；忘记密码请联系系统管理员重置'
          : '忘记密码请联系学校管理员重置'}
      </p>
    </form>
  )
}

/** Who knocked at the wrong door is shown the right one. */
function otherEntry(code: string | undefined): { entry: EntryKind; text: string } | null {
  if (code === 'NO_SCHOOL_PERMISSION') return { entry: 'region', text: '改用区域登录' }
  if (code === 'NO_REGION_PERMISSION') return { entry: 'school', text: '改用账号密码登录' }
  return null
}
