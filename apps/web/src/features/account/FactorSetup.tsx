import { Button, Dialog, DialogBody, InputGroup } from '@blueprintjs/core'
import type { CallError } from '@hengjuan/client'
import { useCaller } from '@hengjuan/client/react'
import { checkPassword, factorBegin, factorConfirm, factorOff } from '@hengjuan/contracts'
import { toast } from '@hengjuan/ui'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { Actions, AgainPassword } from './security-parts.tsx'
import css from './security.module.css'

interface Begun {
  secret: string
  qr_svg: string
}

/** Password, QR, the first number, and recovery codes to keep: in this order. */
export function FactorSetup({ onDone }: { onDone: () => void }) {
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const { call } = useCaller()
  const id = useId()
  const begin = useMutation<Begun, CallError>({
    mutationFn: async () => {
      const { ticket } = await call(checkPassword, { body: { password } })
      return call(factorBegin, { body: { ticket } })
    },
  })
  const confirm = useMutation<{ recovery_codes: string[] }, CallError>({
    mutationFn: () => call(factorConfirm, { body: { code: code.trim() } }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!begin.data) begin.mutate()
    else if (code.trim() !== '') confirm.mutate()
  }
  if (confirm.data) return <RecoveryCodes codes={confirm.data.recovery_codes} onDone={onDone} />
  const problem = begin.error ?? confirm.error
  return (
    <form className={css['form']} onSubmit={submit} noValidate>
      {problem && (
        <p role="alert" className={css['problem']}>
          ✕ {problem.message}
        </p>
      )}
      {begin.data ? (
        <>
          <p>用手机上的身份验证器扫描二维码，再输入它显示的 6 位数字。</p>
          <img
            className={css['qr']}
            alt="两步验证二维码"
            src={`data:image/svg+xml,${encodeURIComponent(begin.data.qr_svg)}`}
          />
          <p className={css['note']}>
            扫不了时手动输入密钥：<span className={css['secret']}>{begin.data.secret}</span>
          </p>
          <label className={css['field']} htmlFor={id}>
            验证码
            <InputGroup
              id={id}
              autoFocus
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={10}
              value={code}
              onValueChange={setCode}
            />
          </label>
          <Button
            type="submit"
            intent="primary"
            disabled={code.trim() === ''}
            loading={confirm.isPending}
          >
            开启
          </Button>
        </>
      ) : (
        <>
          <AgainPassword autoFocus value={password} onChange={setPassword} />
          <Button
            type="submit"
            intent="primary"
            disabled={password === ''}
            loading={begin.isPending}
          >
            下一步
          </Button>
        </>
      )}
    </form>
  )
}

function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const save = () => {
    const text = `衡卷两步验证恢复码（每个只能用一次）\n${codes.join('\n')}\n`
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
    link.download = '衡卷恢复码.txt'
    link.click()
    URL.revokeObjectURL(link.href)
  }
  return (
    <div className={css['form']}>
      <p>
        两步验证已开启。手机丢失时用下面的恢复码登录，每个只能用一次；关闭后不再显示，请现在保存。
      </p>
      <ul className={css['codes']}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Button onClick={save}>下载恢复码</Button>
      <Button intent="primary" onClick={onDone}>
        我已保存
      </Button>
    </div>
  )
}

/** Turning it off takes the password and a number: an open page is not enough. */
export function FactorOff({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog isOpen={isOpen} title="关闭两步验证" onClose={onClose}>
      <OffForm onClose={onClose} />
    </Dialog>
  )
}

function OffForm({ onClose }: { onClose: () => void }) {
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const { call } = useCaller()
  const id = useId()
  const off = useMutation<unknown, CallError>({
    mutationFn: async () => {
      const { ticket } = await call(checkPassword, { body: { password } })
      return call(factorOff, { body: { ticket, code: code.trim() } })
    },
    onSuccess: () => {
      toast.done('两步验证已关闭')
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (password !== '' && code.trim() !== '') off.mutate()
  }
  return (
    <form onSubmit={submit} noValidate>
      <DialogBody>
        <div className={css['form']}>
          {off.error && (
            <p role="alert" className={css['problem']}>
              ✕ {off.error.message}
            </p>
          )}
          <AgainPassword autoFocus value={password} onChange={setPassword} />
          <label className={css['field']} htmlFor={id}>
            验证码或恢复码
            <InputGroup
              id={id}
              maxLength={40}
              value={code}
              onValueChange={setCode}
              autoComplete="off"
            />
          </label>
        </div>
      </DialogBody>
      <Actions onClose={onClose}>
        <Button
          type="submit"
          intent="danger"
          disabled={password === '' || code.trim() === ''}
          loading={off.isPending}
        >
          关闭两步验证
        </Button>
      </Actions>
    </form>
  )
}
