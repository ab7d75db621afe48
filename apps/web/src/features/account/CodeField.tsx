import { Button } from '@blueprintjs/core'
import type { CallError } from '@hengjuan/client'
import { useCaller } from '@hengjuan/client/react'
import { sendPhoneCode } from '@hengjuan/contracts'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { SignInField } from './SignInField.tsx'

/** A code that is sent to a phone on demand, not more often than the server wants. */
export function CodeField(props: {
  phone: string
  purpose: 'login' | 'reset' | 'bind'
  value: string
  onChange: (code: string) => void
  /** Why none was sent; null when one was. */
  onProblem: (problem: string | null) => void
}) {
  const [left, setLeft] = useState(0)
  const { call } = useCaller()
  const send = useMutation<{ wait_seconds: number }, CallError>({
    mutationFn: () =>
      call(sendPhoneCode, { body: { phone: props.phone.trim(), purpose: props.purpose } }),
    onSuccess: ({ wait_seconds }) => {
      setLeft(wait_seconds)
      props.onProblem(null)
    },
    onError: ({ message }) => props.onProblem(message),
  })
  // Counts down to the next code, second by second.
  useEffect(() => {
    if (left === 0) return
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left])
  return (
    <SignInField
      label="短信验证码"
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={10}
      value={props.value}
      onChange={props.onChange}
      hint={
        left === 0
          ? '验证码 5 分钟内有效'
          : props.purpose === 'bind'
            ? '已发送。没有收到时，请核对号码'
            : '已发送。没有收到时，请核对号码是否已绑定账号'
      }
      rightElement={
        <Button
          variant="minimal"
          intent="primary"
          loading={send.isPending}
          disabled={left > 0}
          onClick={() =>
            props.phone.trim() === '' ? props.onProblem('请填写手机号') : send.mutate()
          }
        >
          {left > 0 ? `${left} 秒后重新获取` : '获取验证码'}
        </Button>
      }
    />
  )
}
