import { Button, InputGroup } from '@blueprintjs/core'
import { AddIcon, CrossIcon } from '@blueprintjs/icons'
import { useCaller, useRoute } from '@hengjuan/client/react'
import { settingList, settingSave } from '@hengjuan/contracts'
import { ErrorState, SkeletonLines } from '@hengjuan/ui'
import { useState } from 'react'
import { type Reading, SettingRow } from './SettingRow.tsx'
import css from './setting.module.css'

interface Times {
  quiet_from: string
  quiet_to: string
  digests: string[]
}

const MOST_DIGESTS = 6

/** When e-mail and SMS may leave, of the whole server or of the own school. */
export function NoticeTimes({ scope }: { scope: 'server' | 'school' }) {
  const { data, error, refetch } = useRoute(settingList, { query: { group: 'notice', scope } })
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonLines lines={4} />
  return data.map((reading) => (
    <Row
      key={`${reading.key} ${reading.version}`}
      reading={reading}
      scope={scope}
      onSaved={refetch}
    />
  ))
}

function Row(props: {
  reading: Reading
  scope: 'server' | 'school'
  onSaved: () => Promise<unknown>
}) {
  const { reading, scope, onSaved } = props
  const saved = reading.value as Times
  const [value, setValue] = useState(saved)
  const { call } = useCaller()
  const edit = (change: Partial<Times>) => setValue((before) => ({ ...before, ...change }))
  const { digests } = value
  const isDirty = JSON.stringify(value) !== JSON.stringify(saved)
  return (
    <SettingRow
      reading={reading}
      at={{ scope }}
      hint="只影响邮件和短信；站内通知与账号安全随时送达"
      isDirty={isDirty}
      problem={timesProblem(value)}
      save={async (reason) => {
        try {
          await call(settingSave, {
            body: { key: reading.key, scope, version: reading.version, value, reason },
          })
        } finally {
          await onSaved()
        }
      }}
      discard={() => setValue(saved)}
      onChanged={() => void onSaved()}
      words={timesWords}
    >
      <div className={css['fields']}>
        <span className={css['field']}>
          免打扰
          <Clock
            label="免打扰开始"
            value={value.quiet_from}
            onChange={(quiet_from) => edit({ quiet_from })}
          />
          至
          <Clock
            label="免打扰结束"
            value={value.quiet_to}
            onChange={(quiet_to) => edit({ quiet_to })}
          />
        </span>
        {value.quiet_from === value.quiet_to && <span>起止相同，不设免打扰</span>}
      </div>
      <div className={css['fields']}>
        <span className={css['field']}>汇总时间</span>
        {digests.map((digest, index) => (
          // Times are edited in place: what stands for one of them is where it stands.
          <span key={index} className={css['field']}>
            <Clock
              label={`汇总时间 ${index + 1}`}
              value={digest}
              onChange={(at) => edit({ digests: digests.with(index, at) })}
            />
            {digests.length > 1 && (
              <Button
                size="small"
                variant="minimal"
                icon={<CrossIcon />}
                aria-label={`移除汇总时间 ${digest}`}
                onClick={() => edit({ digests: digests.filter((_, at) => at !== index) })}
              />
            )}
          </span>
        ))}
        {digests.length < MOST_DIGESTS && (
          <Button
            size="small"
            variant="minimal"
            icon={<AddIcon />}
            onClick={() => edit({ digests: [...digests, '12:00'] })}
          >
            添加
          </Button>
        )}
      </div>
    </SettingRow>
  )
}

const Clock = (props: { label: string; value: string; onChange: (value: string) => void }) => (
  <InputGroup
    placeholder="HH:mm"
    maxLength={5}
    aria-label={props.label}
    value={props.value}
    onValueChange={props.onChange}
    style={{ width: 72 }}
  />
)

function timesProblem({ quiet_from, quiet_to, digests }: Times): string | null {
  const isClock = (text: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text)
  if (![quiet_from, quiet_to, ...digests].every(isClock)) return '请按 24 小时制填写时间，如 07:30'
  return new Set(digests).size < digests.length ? '汇总时间不能重复' : null
}

function timesWords(value: unknown): string {
  const { quiet_from, quiet_to, digests } = value as Times
  return `免打扰 ${quiet_from}–${quiet_to}；汇总 ${digests.join('、')}`
}
