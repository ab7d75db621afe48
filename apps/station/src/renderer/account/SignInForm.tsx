import { Button, Dialog, DialogBody, FormGroup, InputGroup } from '@blueprintjs/core'
import { sentenceOf } from '@hengjuan/ui'
import { type SubmitEvent, useState } from 'react'
import { Mark } from '../shell/Mark.tsx'
import { useTransport } from '../transport/use-station.ts'
import css from './sign-in.module.css'

/** Signs a person in; again, over the running work, when the session has ended. */
export function SignInForm(props: {
  server: string
  station: string
  account?: string
  isAgain?: boolean
}) {
  if (props.isAgain)
    return (
      <Dialog
        isOpen
        title="登录已过期，请重新登录"
        isCloseButtonShown={false}
        canEscapeKeyClose={false}
      >
        <DialogBody>
          <p className={css['hint']}>扫描和识别照常进行，登录后自动继续上传，没有内容丢失。</p>
          <Fields account={props.account ?? ''} />
        </DialogBody>
      </Dialog>
    )
  return (
    <main className={css['page']}>
      <section className={css['card']}>
        <h1 className={css['title']}>
          <Mark size={36} /> 衡卷扫描站
        </h1>
        <Fields account="" />
        <p className={css['foot']}>
          本站 {props.station}，服务器 {props.server}
        </p>
      </section>
    </main>
  )
}

function Fields(props: { account: string }) {
  const { call } = useTransport()
  const [account, setAccount] = useState(props.account)
  const [password, setPassword] = useState('')
  const [isPending, setPending] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setPending(true)
    call('signIn', { account: account.trim(), password })
      .catch((failure: unknown) => setError(failure))
      .finally(() => setPending(false))
  }
  return (
    <form onSubmit={submit}>
      <FormGroup label="账号" labelFor="account">
        <InputGroup
          id="account"
          size="large"
          autoComplete="username"
          autoFocus={props.account === ''}
          value={account}
          onValueChange={setAccount}
        />
      </FormGroup>
      <FormGroup label="密码" labelFor="password">
        <InputGroup
          id="password"
          size="large"
          type="password"
          autoComplete="current-password"
          autoFocus={props.account !== ''}
          value={password}
          onValueChange={setPassword}
        />
      </FormGroup>
      {error !== null && (
        <p className={css['error']} role="alert">
          ✕ {sentenceOf(error)}
        </p>
      )}
      <Button
        type="submit"
        intent="primary"
        size="large"
        fill
        loading={isPending}
        disabled={account.trim() === '' || password === ''}
      >
        登录
      </Button>
    </form>
  )
}
