import { FormGroup, InputGroup } from '@blueprintjs/core'
import { useCall, useRefresh } from '@hengjuan/client/react'
import { identicalPairs, identicalVerdict } from '@hengjuan/contracts'
import { IDENTICAL_OUTCOMES, type IdenticalOutcome } from '@hengjuan/domain'
import {
  ConfirmDialog,
  ProblemLine,
  ReasonButton,
  sentenceOf,
  StatusTag,
  toast,
  useOneByOne,
} from '@hengjuan/ui'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useTyped } from '../../../../session/typed.ts'
import { changedText, codesOf, type Pair, punishedText, punishmentOf, unitsOf } from './pair.ts'
import css from './identical.module.css'

const MOST_REASON = 200

/** What holds of the pair, and the three decisions: two of them say why, one of them is asked twice. */
export function PairVerdict(props: {
  examId: number
  blockId: number
  pair: Pair
  onDecided: () => void
}) {
  const { examId, blockId, pair, onDecided } = props
  const refresh = useRefresh(identicalPairs)
  const [unit_id, other_unit_id] = unitsOf(pair)
  const [reason, setReason] = useTyped(`identical ${unit_id} ${other_unit_id}`)
  const [isAsking, setAsking] = useState(false)
  // What a colleague decided, or another picture, has just come too.
  const { here } = useOneByOne([unit_id, other_unit_id, pair.version, pair.verdict?.at].join(' '))
  // The sentence stands beside the pair as long as that is shown.
  const isHere = useRef(false)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  const { mutate, error, isPending, reset } = useCall(identicalVerdict, {
    onSuccess: async (_, { body }) => {
      setAsking(false)
      setReason('')
      toast.done(`已处理：${IDENTICAL_OUTCOMES[body.outcome]}`)
      await refresh()
      onDecided()
    },
    onError: (failure) => {
      if (!isHere.current)
        toast.warn(`密号 ${codesOf(pair).join(' / ')} 的处理没有保存：${sentenceOf(failure)}`)
      // Somebody else may have decided: what they said comes up beside the sentence.
      void refresh()
    },
  })
  const { verdict } = pair
  const judge = (outcome: IdenticalOutcome) =>
    mutate({
      body: {
        block_id: blockId,
        unit_id,
        other_unit_id,
        outcome,
        reason: reason.trim(),
        seen_at: verdict?.at ?? null,
        version: pair.version,
      },
    })
  const punished = punishedText(pair)
  const punishment = punishmentOf(pair)
  const changed = changedText(pair)
  const refusal = reason.trim() === '' ? '请先写明原因，处理记录和雷同卷报告中会保留' : null
  return (
    <section {...here} className={css['verdict']} aria-label="处理">
      <p>
        {pair.named_by ?? '系统'}提出{pair.note !== '' && `：${pair.note}`}
        {pair.group_size > 2 && `（同组共 ${pair.group_size} 份，请逐对处理）`}
      </p>
      {changed !== null && (
        <p>
          <StatusTag status="warn">图像有变化</StatusTag> {changed}
        </p>
      )}
      {verdict && <PairDecided examId={examId} blockId={blockId} pair={pair} verdict={verdict} />}
      <form onSubmit={(event) => event.preventDefault()}>
        <FormGroup label="原因" inline>
          <InputGroup
            aria-label="原因"
            maxLength={MOST_REASON}
            placeholder="违纪或不是雷同时必填，例如：整段文字与错法相同"
            value={reason}
            onValueChange={setReason}
          />
        </FormGroup>
        <ReasonButton reason={isPending ? '正在保存' : punished} onClick={() => judge('keep')}>
          雷同，保留给分
        </ReasonButton>
        <ReasonButton
          reason={punished ?? refusal}
          loading={isPending}
          onClick={() => judge('dismiss')}
        >
          不是雷同
        </ReasonButton>
        <ReasonButton
          intent="danger"
          reason={punishment.refusal ?? refusal}
          onClick={() => setAsking(true)}
        >
          {punishment.button}
        </ReasonButton>
      </form>
      {!isAsking && <ProblemLine problem={error} />}
      <ConfirmDialog
        isOpen={isAsking}
        title={punishment.title}
        effect={punishment.effect}
        confirmText={punishment.confirm}
        isDestructive
        isPending={isPending}
        error={error}
        onConfirm={() => judge(punishment.outcome)}
        onClose={() => {
          reset()
          setAsking(false)
        }}
      />
    </section>
  )
}

const RECORD = '/MainPage/markPaper/evaluationRegulationHome/marking'

/** What was decided before, and how it can be decided otherwise. */
function PairDecided(props: {
  examId: number
  blockId: number
  pair: Pair
  verdict: NonNullable<Pair['verdict']>
}) {
  const { examId, blockId, pair, verdict } = props
  const punished = punishedText(pair)
  const punishment = punishmentOf(pair)
  return (
    <p>
      <StatusTag status={punished !== null ? 'bad' : 'ok'}>
        {IDENTICAL_OUTCOMES[verdict.outcome]}
      </StatusTag>{' '}
      {verdict.by_name}
      {verdict.reason !== '' && `：${verdict.reason}`}。
      {punished !== null ? (
        <>
          {verdict.outcome === 'misconduct_one' &&
            punishment.outcome === 'misconduct' &&
            '另一份已回到阅卷，可以两份都按违纪处理。'}
          要改为其他处理，请先在{' '}
          <Link to={`${RECORD}?exam_id=${examId}&block_id=${blockId}&tab=work`}>裁定记录</Link>{' '}
          中撤销违纪。
        </>
      ) : (
        '可以重新处理。'
      )}
    </p>
  )
}
