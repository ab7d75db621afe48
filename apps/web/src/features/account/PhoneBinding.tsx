import { Button, Dialog, DialogBody } from '@blueprintjs/core'
import type { CallError } from '@hengjuan/client'
import { useCaller } from '@hengjuan/client/react'
import { checkPassword, updatePhone } from '@hengjuan/contracts'
import { toast } from '@hengjuan/ui'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { CodeField } from './CodeField.tsx'
import { Actions, AgainPassword } from './security-parts.tsx'
import { SignInField } from './SignInField.tsx'
import css from './security.module.css'

/** Binds, changes or removes the own phone: the password first, then the code that was sent to the new one. */
export function PhoneBinding(props: { isOpen: boolean; removes: boolean; onClose: () => void }) {
  return (
    <Dialog
      isOpen={props.isOpen}
      title={props.removes ? '解绑手机' : '绑定手机'}
      onClose={props.onClose}
    >
      <BindForm removes={props.removes} onClose={props.onClose} />
    </Dialog>
  )
}

function BindForm({ removes, onClose }: { removes: boolean; onClose: () => void }) {
  const [password, setPassword] = useState('')
  const [phone, setPhone] = useState('')
  const [code, setCode] = useState('')
  const [unsent, setUnsent] = useState<string | null>(null)
  const { call } = useCaller()
  const bind = useMutation<{ phone_masked: string | null }, CallError>({
    mutationFn: async () => {
      const { ticket } = await call(checkPassword, { body: { password } })
      const body = removes
        ? { phone: '', code: '', ticket }
        : { phone: phone.trim(), code: code.trim(), ticket }
      return call(updatePhone, { body })
    },
    onSuccess: ({ phone_masked }) => {
      toast.done(phone_masked === null ? '手机已解绑' : `已绑定手机 ${phone_masked}`)
      onClose()
    },
  })
  const isReady = password !== '' && (removes || (phone.trim() !== '' && code.trim() !== ''))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isReady && !bind.isPending) bind.mutate()
  }
  const problem = unsent ?? bind.error?.message
  return (
    <form onSubmit={submit} noValidate>
      <DialogBody>
        <div className={css['form']}>
          {problem && (
            <p role="alert" className={css['problem']}>
              ✕ {problem}
            </p>
          )}
          {removes && <p>解绑后不能再用这个手机登录和找回密码。</p>}
          <AgainPassword autoFocus value={password} onChange={setPassword} />
          {!removes && (
            <>
              <SignInField
                label="手机号"
                type="tel"
                inputMode="numeric"
                autoComplete="tel"
                maxLength={20}
                value={phone}
                onChange={setPhone}
              />
              <CodeField
                phone={phone}
                purpose="bind"
                value={code}
                onChange={setCode}
                onProblem={setUnsent}
              />
            </>
          )}
        </div>
      </DialogBody>
      <Actions onClose={onClose}>
        <Button
          type="submit"
          intent={removes ? 'danger' : 'primary'}
          disabled={!isReady}
          loading={bind.isPending}
        >
          {removes ? '解绑' : '绑定'}
        </Button>
      </Actions>
    </form>
  )
}
