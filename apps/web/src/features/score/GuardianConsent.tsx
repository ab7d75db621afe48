import { Button, Checkbox, FormGroup, InputGroup } from '@blueprintjs/core'
import { useCall, useRoute } from '@hengjuan/client/react'
import { ownConsent, ownConsentSet, studentScore } from '@hengjuan/contracts'
import {
  ConfirmDialog,
  EmptyState,
  ErrorState,
  Panel,
  QueryView,
  ReasonButton,
  Time,
  toast,
} from '@hengjuan/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import css from './own-score.module.css'

const SHORTEST_NAME = 2

function useAnswer(words: string) {
  const cache = useQueryClient()
  return useCall(ownConsentSet, {
    onSuccess: async () => {
      toast.done(words)
      for (const { path } of [ownConsent, studentScore])
        await cache.invalidateQueries({ queryKey: [path] })
    },
    // It says something else by now: the new text is shown, and is to be read.
    onError: ({ code }) => {
      if (code === 'CONSENT_CHANGED') void cache.invalidateQueries({ queryKey: [ownConsent.path] })
    },
  })
}

/** What a guardian is asked to agree to before results of a child under fourteen are shown. */
export function ConsentForm(props: { onGiven: () => void }) {
  const consent = useRoute(ownConsent, {})
  const [name, setName] = useState('')
  const [readVersion, setRead] = useState<string | null>(null)
  const give = useAnswer('已记录监护人同意')
  return (
    <QueryView query={consent}>
      {({ school_name, text, version, is_lacking }) =>
        is_lacking ? (
          <article className={css['consent']}>
            <h1>查看成绩需要监护人同意</h1>
            <p>{school_name}要求：一至八年级学生的成绩，在监护人阅读以下说明并同意之后显示。</p>
            <blockquote>{text}</blockquote>
            <FormGroup label="监护人姓名" labelFor="guardian-name">
              <InputGroup id="guardian-name" maxLength={20} value={name} onValueChange={setName} />
            </FormGroup>
            <Checkbox
              checked={readVersion === version}
              label="我是该学生的监护人，已阅读以上说明并同意"
              onChange={({ currentTarget }) => setRead(currentTarget.checked ? version : null)}
            />
            {give.error && <ErrorState error={give.error} />}
            <ReasonButton
              intent="primary"
              loading={give.isPending}
              reason={
                name.trim().length < SHORTEST_NAME
                  ? '请填写监护人姓名'
                  : readVersion === version
                    ? null
                    : '请阅读说明后勾选'
              }
              onClick={() =>
                give.mutate(
                  { body: { action: 'give', version, guardian_name: name.trim() } },
                  { onSuccess: props.onGiven },
                )
              }
            >
              同意并查看成绩
            </ReasonButton>
            <p className={css['consentHint']}>
              同意可以随时在首页撤回。也可以把纸质同意书交给班主任，由学校登记。
            </p>
          </article>
        ) : (
          <EmptyState
            title="已记录监护人同意"
            action={<Button onClick={props.onGiven}>查看成绩</Button>}
          />
        )
      }
    </QueryView>
  )
}

/** Who agreed and when, with the way to take it back; nothing where nobody did. */
export function GivenConsent() {
  const { data } = useRoute(ownConsent, {})
  const [isAsking, setAsking] = useState(false)
  const withdraw = useAnswer('已撤回监护人同意')
  if (!data?.given) return null
  const { by, at } = data.given
  return (
    <Panel title="监护人同意" actions={<Button onClick={() => setAsking(true)}>撤回同意…</Button>}>
      {by} 于 <Time at={at} /> 同意学校的个人信息说明（第 {data.given.version} 版）。
      <ConfirmDialog
        isOpen={isAsking}
        isDestructive
        title="撤回监护人同意"
        effect="撤回后，学校要求同意的成绩不再显示，直到监护人再次同意。"
        confirmText="撤回同意"
        isPending={withdraw.isPending}
        error={withdraw.error}
        onClose={() => setAsking(false)}
        onConfirm={() =>
          withdraw.mutate({ body: { action: 'withdraw' } }, { onSuccess: () => setAsking(false) })
        }
      />
    </Panel>
  )
}
