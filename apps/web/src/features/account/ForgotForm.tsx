import { Button } from '@blueprintjs/core'
import type { CallError } from '@hengjuan/client'
import { useCaller, useRoute } from '@hengjuan/client/react'
import { resetByPhone, signInOptions } from '@hengjuan/contracts'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { CodeField } from './CodeField.tsx'
import { newPasswordProblem } from './new-password.ts'
import { Notice } from './Notice.tsx'
import { SignInField } from './SignInField.tsx'
import css from './login.module.css'

/** A new password for who has the phone that is bound. */
export function ForgotForm({ onBack }: { onBack: () => void }) {
  const [phone, setPhone] = useState('')
  const [code, setCode] = useState('')
  const [fresh, setFresh] = useState('')
  const [again, setAgain] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const { data: options } = useRoute(signInOptions, {})
  const { call } = useCaller()
  const reset = useMutation<{ account: string }, CallError>({
    mutationFn: () =>
      call(resetByPhone, {
        body: { phone: phone.trim(), code: code.trim(), new_password: fresh },
      }),
    onError: ({ message }) => setProblem(message),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const refused =
      phone.trim() === ''
        ? '请填写手机号'
        : code.trim() === ''
          ? '请填写短信验证码'
          : newPasswordProblem(fresh, again)
    setProblem(refused)
    if (refused === null && !reset.isPending) reset.mutate()
  }
  if (reset.data)
    return (
      <div className={css['form']}>
        <h1 className={css['title']}>密码已重置</h1>
        <p className={css['lead']}>
          账号 {reset.data.account}，其他地方的登录已失效。请用新密码登录。
        </p>
        <Button intent="primary" size="large" fill onClick={onBack}>
          去登录
        </Button>
      </div>
    )
  const hasSms = options?.sms ?? true
  return (
    <form className={css['form']} onSubmit={submit} noValidate>
      <h1 className={css['title']}>忘记密码</h1>
      {hasSms ? (
        <p className={css['lead']}>用已绑定的手机设置新密码；没有绑定手机请联系学校管理员重置。</p>
      ) : (
        <Notice kind="warning">没有开通短信，忘记密码请联系学校管理员重置</Notice>
      )}
      {problem && <Notice kind="error">{problem}</Notice>}
      {hasSms && (
        <>
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
            purpose="reset"
            value={code}
            onChange={setCode}
            onProblem={setProblem}
          />
          <SignInField
            label="新密码"
            type="password"
            autoComplete="new-password"
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
          <Button type="submit" intent="primary" size="large" fill loading={reset.isPending}>
            重置密码
          </Button>
        </>
      )}
      <Button variant="minimal" onClick={onBack}>
        返回登录
      </Button>
    </form>
  )
}
