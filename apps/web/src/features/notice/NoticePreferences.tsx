import { HTMLSelect, InputGroup, Switch } from '@blueprintjs/core'
import { useCall, useRoute } from '@hengjuan/client/react'
import { noticeSettingsGet, noticeSettingsSave, type ReplyOf } from '@hengjuan/contracts'
import { NOTICE_KIND_CODES, NOTICE_KINDS, NOTICE_WAYS, type NoticeWay } from '@hengjuan/domain'
import { ErrorState, ReasonButton, sentenceOf, SkeletonLines, toast } from '@hengjuan/ui'
import { useState } from 'react'
import css from './notice.module.css'

/** The address of today was tried, and did not work. */
const Problem = ({ of }: { of: string | null }) =>
  of === null ? null : (
    <p className={css['problem']} role="alert" style={{ gridColumn: 2 }}>
      可能有误，最近一次没有送达：{of}
    </p>
  )

type Settings = ReplyOf<typeof noticeSettingsGet>

/** Where notices reach the person, and which kinds by what. */
export function NoticePreferences() {
  const { data, error, refetch } = useRoute(noticeSettingsGet, {})
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonLines lines={6} />
  return <Form key={data.version} saved={data} onSaved={() => void refetch()} />
}

function Form({ saved, onSaved }: { saved: Settings; onSaved: () => void }) {
  const [draft, setDraft] = useState(saved)
  const edit = (change: Partial<Settings>) => setDraft((before) => ({ ...before, ...change }))
  const save = useCall(noticeSettingsSave, {
    onSuccess: () => {
      toast.done('已保存通知偏好')
      onSaved()
    },
  })
  const ways = Object.entries(NOTICE_WAYS) as [NoticeWay, string][]
  const isSame = JSON.stringify(draft) === JSON.stringify(saved)
  return (
    <div className={css['form']}>
      <span>邮箱</span>
      <InputGroup
        value={draft.email}
        placeholder="接收邮件通知的邮箱"
        aria-label="邮箱"
        maxLength={200}
        onValueChange={(email) => edit({ email })}
      />
      <Problem of={draft.email === saved.email ? saved.problems.email : null} />
      <span>手机号</span>
      <InputGroup
        value={draft.phone}
        placeholder="接收短信通知的手机号"
        aria-label="手机号"
        maxLength={20}
        onValueChange={(phone) => edit({ phone })}
      />
      <Problem of={draft.phone === saved.phone ? saved.problems.sms : null} />
      {NOTICE_KIND_CODES.map((kind) => [
        <span key={`${kind} label`}>
          {NOTICE_KINDS[kind].label}
          {NOTICE_KINDS[kind].isUrgent && <small>随时发送，不能关闭</small>}
        </span>,
        <HTMLSelect
          key={kind}
          aria-label={NOTICE_KINDS[kind].label}
          value={draft.ways[kind] ?? 'inbox'}
          onChange={({ currentTarget }) =>
            edit({ ways: { ...draft.ways, [kind]: currentTarget.value as NoticeWay } })
          }
          options={ways
            .filter(([way]) => way !== 'off' || !NOTICE_KINDS[kind].isUrgent)
            .map(([value, label]) => ({
              value,
              label:
                (value === 'email' && !draft.channels.email) ||
                (value === 'sms' && !draft.channels.sms)
                  ? `${label}（学校未开通）`
                  : label,
            }))}
        />,
      ])}
      <span>汇总发送</span>
      <Switch
        checked={draft.digest}
        label={`每天 ${draft.digests.join('、')} 汇总成一封；免打扰 ${draft.quiet}`}
        style={{ margin: 0 }}
        onChange={({ currentTarget }) => edit({ digest: currentTarget.checked })}
      />
      {save.error && (
        <p className={css['problem']} role="alert" style={{ gridColumn: 2 }}>
          {sentenceOf(save.error)}
        </p>
      )}
      <div className={css['buttons']}>
        <ReasonButton
          intent="primary"
          loading={save.isPending}
          reason={isSame ? '没有修改' : null}
          onClick={() => {
            const { email, phone, ways: chosen, digest, version } = draft
            save.mutate({ body: { email, phone, ways: chosen, digest, version } })
          }}
        >
          保存
        </ReasonButton>
      </div>
    </div>
  )
}
