import { InputGroup, Switch, TextArea } from '@blueprintjs/core'
import { useCall, useCaller, useRoute } from '@hengjuan/client/react'
import { providerTest, settingList, settingSave } from '@hengjuan/contracts'
import { ErrorState, ReasonButton, sentenceOf, SkeletonLines, toast } from '@hengjuan/ui'
import { useId, useState } from 'react'
import { type Reading, SettingRow } from './SettingRow.tsx'
import css from './setting.module.css'

const AT = { scope: 'server' } as const

type Value = Record<string, string | boolean>

interface Field {
  name: string
  label: string
  kind?: 'switch' | 'secret' | 'long'
  placeholder?: string
}

interface Form {
  hint: string
  fields: readonly Field[]
  /** What a test of it takes beside what is saved. */
  test?: 'oidc' | 'ldap'
}

const NAMED = { name: 'label', label: '显示名称' }
const TRUSTED: Field = {
  name: 'trusted',
  label: '信任其工号与手机：与唯一账号相符时自动关联',
  kind: 'switch',
}

const FORMS: Record<string, Form> = {
  'signin.second_factor': {
    hint: '开启后，管理员没有设置两步验证时只能先去设置；请先为自己的账号开启',
    fields: [{ name: 'required', label: '要求管理员使用两步验证', kind: 'switch' }],
  },
  'signin.oidc': {
    hint: '授权码方式（PKCE）；在身份提供方登记的回调地址为「本站地址/Login」',
    fields: [
      { name: 'enabled', label: '启用', kind: 'switch' },
      NAMED,
      { name: 'issuer', label: '签发者地址', placeholder: 'https://id.example.cn' },
      { name: 'client_id', label: '客户端编号' },
      { name: 'client_secret', label: '客户端密钥', kind: 'secret' },
      { name: 'base_url', label: '本站地址', placeholder: 'https://exam.example.cn' },
      { name: 'scope', label: '范围' },
      { name: 'account_claim', label: '工号所在字段' },
      TRUSTED,
    ],
    test: 'oidc',
  },
  'signin.ldap': {
    hint: '以本人的账号和密码登录目录服务器，须经 TLS（自签证书请填 PEM 格式的根证书）；{account} 处填入所输入的账号',
    fields: [
      { name: 'enabled', label: '启用', kind: 'switch' },
      NAMED,
      { name: 'url', label: '服务器', placeholder: 'ldaps://ldap.example.cn' },
      { name: 'start_tls', label: 'StartTLS（ldap:// 时）', kind: 'switch' },
      {
        name: 'user_dn',
        label: '用户名模板',
        placeholder: 'uid={account},ou=people,dc=example,dc=cn',
      },
      { name: 'ca', label: '根证书（自签时）', kind: 'long' },
      TRUSTED,
    ],
    test: 'ldap',
  },
  'signin.partner': {
    hint: '合作平台以共享密钥（至少 32 位）签名，换取 5 分钟内有效、只能用一次的登录链接',
    fields: [
      { name: 'enabled', label: '启用', kind: 'switch' },
      NAMED,
      { name: 'key', label: '平台编号' },
      { name: 'secret', label: '共享密钥', kind: 'secret' },
      { name: 'base_url', label: '本站地址', placeholder: 'https://exam.example.cn' },
      { name: 'trusted', label: '信任其所说的账号', kind: 'switch' },
    ],
  },
}

/** How people sign in on this server: providers, partners, and who needs a second factor. */
export function SignInSettings() {
  const { data, error, refetch } = useRoute(settingList, {
    query: { group: 'signin', scope: 'server' },
  })
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonLines lines={8} />
  return data.map((reading) => {
    const form = FORMS[reading.key]
    if (!form) return null
    return (
      <Row
        key={`${reading.key} ${reading.version}`}
        reading={reading}
        form={form}
        onSaved={refetch}
      />
    )
  })
}

function Row(props: { reading: Reading; form: Form; onSaved: () => Promise<unknown> }) {
  const { reading, form, onSaved } = props
  const saved = reading.value as Value
  const [value, setValue] = useState(saved)
  const { call } = useCaller()
  const isDirty = JSON.stringify(value) !== JSON.stringify(saved)
  return (
    <SettingRow
      reading={reading}
      at={AT}
      hint={form.hint}
      isDirty={isDirty}
      problem={null}
      save={async (reason) => {
        try {
          await call(settingSave, {
            body: { key: reading.key, ...AT, version: reading.version, value, reason },
          })
        } finally {
          await onSaved()
        }
      }}
      discard={() => setValue(saved)}
      onChanged={() => void onSaved()}
      words={(one) => wordsOf(form, one as Value)}
    >
      <div className={css['columns']}>
        {form.fields.map((field) => (
          <FieldInput
            key={field.name}
            field={field}
            value={value[field.name] ?? ''}
            isFilled={reading.filled.includes(field.name)}
            onChange={(one) => setValue((before) => ({ ...before, [field.name]: one }))}
          />
        ))}
      </div>
      {form.test && (
        <Test
          provider={form.test}
          reason={isDirty ? '请先保存修改' : saved['enabled'] === true ? null : '请先启用并保存'}
        />
      )}
    </SettingRow>
  )
}

function FieldInput(props: {
  field: Field
  value: string | boolean
  isFilled: boolean
  onChange: (value: string | boolean) => void
}) {
  const { field, value, onChange } = props
  const id = useId()
  if (field.kind === 'switch')
    return (
      <Switch
        checked={value === true}
        label={field.label}
        className={css['whole'] ?? ''}
        style={{ margin: 0 }}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    )
  if (field.kind === 'long')
    return (
      <label className={`${css['field']} ${css['whole']}`} htmlFor={id}>
        {field.label}
        <TextArea
          id={id}
          value={String(value)}
          rows={2}
          maxLength={20_000}
          placeholder="-----BEGIN CERTIFICATE-----"
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
          fill
        />
      </label>
    )
  const isSecret = field.kind === 'secret'
  return (
    <label className={css['field']} htmlFor={id}>
      {field.label}
      <InputGroup
        id={id}
        type={isSecret ? 'password' : 'text'}
        value={String(value)}
        placeholder={isSecret && props.isFilled ? '已保存，不改请留空' : (field.placeholder ?? '')}
        autoComplete={isSecret ? 'new-password' : 'off'}
        onValueChange={onChange}
        fill
      />
    </label>
  )
}

/** Tries what is saved; a directory also with somebody's own account, which is not kept. */
function Test({ provider, reason }: { provider: 'oidc' | 'ldap'; reason: string | null }) {
  const [account, setAccount] = useState('')
  const [password, setPassword] = useState('')
  const test = useCall(providerTest, { onSuccess: ({ told }) => toast.done(told) })
  const person = account.trim() === '' ? {} : { account: account.trim(), password }
  return (
    <div className={css['fields']}>
      {provider === 'ldap' && (
        <>
          <InputGroup
            value={account}
            placeholder="试用账号（可不填）"
            aria-label="试用账号"
            autoComplete="off"
            onValueChange={setAccount}
          />
          <InputGroup
            type="password"
            value={password}
            placeholder="密码"
            aria-label="试用密码"
            autoComplete="new-password"
            onValueChange={setPassword}
          />
        </>
      )}
      <ReasonButton
        loading={test.isPending}
        reason={reason}
        onClick={() => test.mutate({ body: { provider, ...person } })}
      >
        测试连接
      </ReasonButton>
      {test.error && (
        <p className={css['problem']} role="alert">
          {sentenceOf(test.error)}
        </p>
      )}
    </div>
  )
}

const wordsOf = (form: Form, value: Value): string =>
  form.fields
    .filter(({ kind }) => kind !== 'secret' && kind !== 'long')
    .map(({ name, label }) => {
      const one = value[name] ?? ''
      return typeof one === 'boolean'
        ? `${label}：${one ? '是' : '否'}`
        : `${label}：${one || '空'}`
    })
    .join('；')
