import { HTMLSelect } from '@blueprintjs/core'
import { useCall, useRefresh } from '@hengjuan/client/react'
import { blockSettingsGet, blockSettingsSet, type ReplyOf } from '@hengjuan/contracts'
import { SUBJECT_ROUND_MODES } from '@hengjuan/domain'
import { Panel, ProblemLine, ReasonButton, toast, WithReason } from '@hengjuan/ui'
import { useState } from 'react'
import { ActLine, useRunningAct } from '../../../../acts/index.ts'
import { OthersChanged } from './OthersChanged.tsx'
import css from './setup.module.css'

type Round = ReplyOf<typeof blockSettingsGet>['subject_round']

const STEPS: Readonly<Record<Round['step_milli'], string>> = {
  0: '不取整',
  500: '取整到 0.5 分',
  1000: '取整到 1 分',
}

const isSameRound = (a: Round, b: Round): boolean =>
  a.step_milli === b.step_milli && a.mode === b.mode

const roundText = ({ step_milli, mode }: Round): string =>
  step_milli === 0 ? STEPS[0] : `${STEPS[step_milli]}（${SUBJECT_ROUND_MODES[mode]}）`

/** The last rounding of a subject's totals. */
export function SubjectRoundPanel(props: {
  examId: number
  subjectId: number
  round: Round
  mayChange: boolean
}) {
  const { round, mayChange } = props
  // What is wanted, and what was set when that was begun.
  const [edited, setEdited] = useState<{ round: Round; from: Round } | null>(null)
  const wanted = edited?.round ?? round
  const refresh = useRefresh(blockSettingsGet)
  const save = useCall(blockSettingsSet, {
    onSuccess: async () => {
      toast.done('科目总分取整已保存，全部考生的总分已重新计算')
      await refresh()
      setEdited(null)
    },
    onError: ({ code }) => {
      // Somebody else was quicker: what they set is shown beside what is set here.
      if (code === 'SUBJECT_SETTINGS_CHANGED') void refresh()
    },
  })
  const { act, reason: waiting } = useRunningAct(props.examId, {
    kinds: ['settings', 'rescore'],
    subjectId: props.subjectId,
    isSending: save.isPending,
  })
  const isSame = isSameRound(wanted, round)
  const isOthers = edited !== null && !isSame && !isSameRound(edited.from, round)
  const refusal = mayChange ? null : '当前身份只能查看阅卷设置'
  const change = (patch: Partial<Round>) => {
    save.reset()
    setEdited({ round: { ...wanted, ...patch }, from: edited?.from ?? round })
  }
  return (
    <div className={css['round']}>
      <Panel
        title="科目总分取整"
        note="只在最后对总分取整一次，每题得分、客观题与主观题得分保持不变；成绩发布后不能修改。"
      >
        <form
          className={css['roundForm']}
          onSubmit={(event) => {
            event.preventDefault()
            if (isSame || refusal !== null) return
            save.mutate({
              body: {
                exam_id: props.examId,
                subject_id: props.subjectId,
                blocks: [],
                subject_round: wanted,
                subject_seen: { subject_round: round },
              },
            })
          }}
        >
          <WithReason reason={refusal}>
            <HTMLSelect
              aria-label="科目总分取整"
              value={wanted.step_milli}
              disabled={refusal !== null}
              options={Object.entries(STEPS).map(([value, label]) => ({ value, label }))}
              onChange={({ currentTarget }) =>
                change({ step_milli: Number(currentTarget.value) as Round['step_milli'] })
              }
            />
          </WithReason>
          {wanted.step_milli !== 0 && (
            <WithReason reason={refusal}>
              <HTMLSelect
                aria-label="取整方式"
                value={wanted.mode}
                disabled={refusal !== null}
                options={Object.entries(SUBJECT_ROUND_MODES).map(([value, label]) => ({
                  value,
                  label,
                }))}
                onChange={({ currentTarget }) =>
                  change({ mode: currentTarget.value as Round['mode'] })
                }
              />
            </WithReason>
          )}
          <ReasonButton
            type="submit"
            loading={save.isPending}
            reason={refusal ?? (isSame ? '没有修改' : waiting)}
          >
            保存并重新计算总分
          </ReasonButton>
          <ProblemLine problem={save.error} />
        </form>
        {isOthers && (
          <OthersChanged
            title="其他人刚修改了同样的设置"
            news={[`科目总分取整：取整 ${roundText(edited.from)} → ${roundText(round)}`]}
            reloadText="载入最新设置"
            onReload={() => {
              save.reset()
              setEdited(null)
            }}
          />
        )}
        <ActLine act={act} />
      </Panel>
    </div>
  )
}
