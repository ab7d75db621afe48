import { Button, InputGroup } from '@blueprintjs/core'
import { useCall } from '@hengjuan/client/react'
import { setupCreate } from '@hengjuan/contracts'
import { type FormEvent, useState } from 'react'
import { Notice } from './Notice.tsx'
import css from './login.module.css'

const FIELDS = [
  { key: 'school_name', label: '学校名称', type: 'text', placeholder: '如：实验中学' },
  { key: 'admin_name', label: '管理员姓名', type: 'text', placeholder: '' },
  { key: 'account', label: '管理员账号', type: 'text', placeholder: '字母、数字，如 admin' },
  { key: 'password', label: '密码', type: 'password', placeholder: '至少 8 位' },
  { key: 'again', label: '再输一次密码', type: 'password', placeholder: '' },
  { key: 'code', label: '启动码', type: 'text', placeholder: '服务器启动时显示，如 AB23-CD45' },
] as const
/** These take a whole line. */
const WIDE: ReadonlySet<string> = new Set(['school_name', 'code'])
type Values = Record<(typeof FIELDS)[number]['key'], string>

const EMPTY: Values = {
  school_name: '',
  admin_name: '',
  account: '',
  password: '',
  again: '',
  code: '',
}

/** The first start of a server: its school, and who manages it. */
export function SetupForm(props: { onCreated: (account: string) => void }) {
  const [values, setValues] = useState(EMPTY)
  const [problem, setProblem] = useState<string | null>(null)
  const create = useCall(setupCreate, { onSuccess: () => props.onCreated(values.account.trim()) })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const empty = FIELDS.find(({ key }) => values[key].trim() === '')
    const said = empty
      ? `请填写${empty.label}`
      : values.password === values.again
        ? null
        : '两次输入的密码不一样，请重新输入'
    setProblem(said)
    if (said !== null) return
    const { again: _again, ...body } = values
    create.mutate({ body: { ...body, account: body.account.trim() } })
  }
  const said = problem ?? create.error?.message ?? null
  return (
    <form className={css['form']} onSubmit={submit} noValidate>
      <h1 className={css['title']}>首次启动</h1>
      {said === null ? (
        <Notice kind="warning">
          这台服务器还没有学校。请填写学校和第一个管理员；启动码在服务器的窗口（或日志）里。
        </Notice>
      ) : (
        <Notice kind="error">{said}</Notice>
      )}
      <div className={css['fields']}>
        {FIELDS.map(({ key, label, type, placeholder }) => (
          <label key={key} className={css['field']} data-wide={WIDE.has(key) || undefined}>
            {label}
            <InputGroup
              size="large"
              type={type}
              autoComplete={type === 'password' ? 'new-password' : 'off'}
              placeholder={placeholder}
              value={values[key]}
              onValueChange={(text) => setValues({ ...values, [key]: text })}
            />
          </label>
        ))}
      </div>
      <Button type="submit" intent="primary" size="large" fill loading={create.isPending}>
        创建学校
      </Button>
    </form>
  )
}
