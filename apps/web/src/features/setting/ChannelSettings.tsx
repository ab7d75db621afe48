import { HTMLSelect, InputGroup, NumericInput, Switch } from '@blueprintjs/core'
import { useCall, useCaller } from '@hengjuan/client/react'
import { noticeTest, settingSave } from '@hengjuan/contracts'
import { ReasonButton, sentenceOf, toast } from '@hengjuan/ui'
import { type ReactNode, useState } from 'react'
import { type Reading, SettingRow } from './SettingRow.tsx'
import css from './setting.module.css'

const AT = { scope: 'server' } as const

interface Smtp {
  enabled: boolean
  host: string
  port: number
  security: 'tls' | 'starttls' | 'none'
  user: string
  password: string
  from: string
}
interface Sms {
  enabled: boolean
  url: string
  secret: string
}

/** E-mail and SMS of the whole server, each with a test that says at once whether it works. */
export function ChannelSettings(props: {
  readings: readonly Reading[]
  onSaved: () => Promise<unknown>
}) {
  const readingOf = (key: string) => props.readings.find((one) => one.key === key)
  const [smtp, sms] = [readingOf('channel.smtp'), readingOf('channel.sms')]
  return (
    <>
      {smtp && (
        <Channel<Smtp>
          key={`smtp ${smtp.version}`}
          reading={smtp}
          onSaved={props.onSaved}
          hint="用于发送通知邮件"
          words={({ enabled, host, port, from }) =>
            enabled ? `${host}:${port}，发件人 ${from}` : '未启用'
          }
          renderFields={(value, edit) => (
            <>
              <Text label="服务器" value={value.host} onChange={(host) => edit({ host })} />
              <span className={css['field']}>
                端口
                <NumericInput
                  aria-label="端口"
                  value={value.port}
                  min={1}
                  max={65535}
                  buttonPosition="none"
                  style={{ width: 72 }}
                  onValueChange={(port) => Number.isInteger(port) && edit({ port })}
                />
              </span>
              <span className={css['field']}>
                加密
                <HTMLSelect
                  aria-label="加密"
                  value={value.security}
                  onChange={({ currentTarget }) =>
                    edit({ security: currentTarget.value as Smtp['security'] })
                  }
                  options={[
                    { value: 'tls', label: 'SSL/TLS' },
                    { value: 'starttls', label: 'STARTTLS' },
                    { value: 'none', label: '不加密' },
                  ]}
                />
              </span>
              <Text label="账号" value={value.user} onChange={(user) => edit({ user })} />
              <Text
                label="密码"
                type="password"
                value={value.password}
                placeholder={smtp.filled.includes('password') ? '已保存，不改请留空' : ''}
                onChange={(password) => edit({ password })}
              />
              <Text label="发件人" value={value.from} onChange={(from) => edit({ from })} />
            </>
          )}
          test={{ channel: 'email', placeholder: '收件邮箱' }}
        />
      )}
      {sms && (
        <Channel<Sms>
          key={`sms ${sms.version}`}
          reading={sms}
          onSaved={props.onSaved}
          hint="以签名的 JSON 发给短信或群消息服务"
          words={({ enabled, url }) => (enabled ? url : '未启用')}
          renderFields={(value, edit) => (
            <>
              <Text label="地址" wide value={value.url} onChange={(url) => edit({ url })} />
              <Text
                label="签名密钥"
                type="password"
                value={value.secret}
                placeholder={sms.filled.includes('secret') ? '已保存，不改请留空' : ''}
                onChange={(secret) => edit({ secret })}
              />
            </>
          )}
          test={{ channel: 'sms', placeholder: '手机号' }}
        />
      )}
    </>
  )
}

function Channel<Value extends { enabled: boolean }>(props: {
  reading: Reading
  hint: string
  onSaved: () => Promise<unknown>
  words: (value: Value) => string
  renderFields: (value: Value, edit: (change: Partial<Value>) => void) => ReactNode
  test: { channel: 'email' | 'sms'; placeholder: string }
}) {
  const { reading, test } = props
  const saved = reading.value as Value
  const [value, setValue] = useState(saved)
  const [to, setTo] = useState('')
  const { call } = useCaller()
  const isDirty = JSON.stringify(value) !== JSON.stringify(saved)
  const edit = (change: Partial<Value>) => setValue((before) => ({ ...before, ...change }))
  const send = useCall(noticeTest, { onSuccess: () => toast.done(`测试消息已发往 ${to.trim()}`) })
  return (
    <SettingRow
      reading={reading}
      at={AT}
      hint={props.hint}
      isDirty={isDirty}
      problem={null}
      save={async (reason) => {
        try {
          await call(settingSave, {
            body: { key: reading.key, ...AT, version: reading.version, value, reason },
          })
        } finally {
          await props.onSaved()
        }
      }}
      discard={() => setValue(saved)}
      onChanged={() => void props.onSaved()}
      words={(one) => props.words(one as Value)}
    >
      <Switch
        checked={value.enabled}
        label="启用"
        style={{ margin: 0 }}
        onChange={({ currentTarget }) => edit({ enabled: currentTarget.checked } as Partial<Value>)}
      />
      <div className={css['fields']}>{props.renderFields(value, edit)}</div>
      <div className={css['fields']}>
        <InputGroup
          value={to}
          placeholder={test.placeholder}
          aria-label={`测试${test.placeholder}`}
          onValueChange={setTo}
          style={{ width: 200 }}
        />
        <ReasonButton
          loading={send.isPending}
          reason={
            isDirty
              ? '请先保存修改'
              : !saved.enabled
                ? '请先启用并保存'
                : to.trim() === ''
                  ? `请填写${test.placeholder}`
                  : null
          }
          onClick={() => send.mutate({ body: { channel: test.channel, to: to.trim() } })}
        >
          发送测试
        </ReasonButton>
        {send.error && (
          <p className={css['problem']} role="alert">
            {sentenceOf(send.error)}
          </p>
        )}
      </div>
    </SettingRow>
  )
}

const Text = (props: {
  label: string
  value: string
  type?: 'password'
  placeholder?: string
  wide?: boolean
  onChange: (value: string) => void
}) => (
  <label className={css['field']}>
    {props.label}
    <InputGroup
      value={props.value}
      type={props.type ?? 'text'}
      placeholder={props.placeholder ?? ''}
      autoComplete={props.type === 'password' ? 'new-password' : 'off'}
      onValueChange={props.onChange}
      style={{ width: props.wide ? 360 : 180 }}
    />
  </label>
)
