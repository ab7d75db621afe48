import { FormGroup, InputGroup } from '@blueprintjs/core'
import { routeKey, useCall } from '@hengjuan/client/react'
import { identicalPairs, identicalVerdict } from '@hengjuan/contracts'
import { IDENTICAL_OUTCOMES, type IdenticalOutcome } from '@hengjuan/domain'
import {
  ConfirmDialog,
  ReasonButton,
  sentenceOf,
  StatusTag,
  toast,
  useOneByOne,
} from '@hengjuan/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTyped } from '../../../session/typed.ts'
import { type Pair, unitsOf } from './pair.ts'
import css from './identical.module.css'

const MOST_REASON = 200

/** What holds of the pair, and the three decisions: two of them say why, one of them is asked twice. */
export function PairVerdict(props: { blockId: number; pair: Pair; onDecided: () => void }) {
  const { blockId, pair, onDecided } = props
  const client = useQueryClient()
  const [unit_id, other_unit_id] = unitsOf(pair)
  const [reason, setReason] = useTyped(`identical ${unit_id} ${other_unit_id}`)
  const [isAsking, setAsking] = useState(false)
  const { here } = useOneByOne(`${unit_id} ${other_unit_id}`)
  const { mutate, error, isPending, reset } = useCall(identicalVerdict, {
    onSuccess: async (_, { body }) => {
      setAsking(false)
      setReason('')
      toast.done(`已处理：${IDENTICAL_OUTCOMES[body.outcome]}`)
      await client.invalidateQueries({ queryKey: routeKey(identicalPairs) })
      onDecided()
    },
  })
  const judge = (outcome: IdenticalOutcome) =>
    mutate({
      body: { block_id: blockId, unit_id, other_unit_id, outcome, reason: reason.trim() },
    })
  const refusal = reason.trim() === '' ? '请先写明原因，处理记录和雷同卷报告中会保留' : null
  const { verdict } = pair
  return (
    <section {...here} className={css['verdict']} aria-label="处理">
      <p>
        {pair.named_by ?? '系统'}提出{pair.note !== '' && `：${pair.note}`}
        {pair.group_size > 2 && `（同组共 ${pair.group_size} 份，请逐对处理）`}
      </p>
      {verdict && (
        <p>
          <StatusTag status={verdict.outcome === 'misconduct' ? 'bad' : 'ok'}>
            {IDENTICAL_OUTCOMES[verdict.outcome]}
          </StatusTag>{' '}
          {verdict.by_name}
          {verdict.reason !== '' && `：${verdict.reason}`}。可以重新处理。
        </p>
      )}
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
        <ReasonButton reason={isPending ? '正在保存' : null} onClick={() => judge('keep')}>
          雷同，保留给分
        </ReasonButton>
        <ReasonButton reason={refusal} loading={isPending} onClick={() => judge('dismiss')}>
          不是雷同
        </ReasonButton>
        <ReasonButton intent="danger" reason={refusal} onClick={() => setAsking(true)}>
          两份都按违纪处理…
        </ReasonButton>
      </form>
      {error && !isAsking && (
        <p role="alert" className={css['problem']}>
          ✕ {sentenceOf(error)}
        </p>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        title="两份都按违纪处理"
        effect={`密号 ${pair.papers.map(({ secret_code }) => secret_code).join('、')} 的这道题都记 0 分，两名考生登记为违纪，由考务管理员决定后续处理。已有的评阅保留，可以在「裁定记录」中撤销。`}
        confirmText={`${pair.papers.length} 份按违纪处理`}
        isDestructive
        isPending={isPending}
        error={error}
        onConfirm={() => judge('misconduct')}
        onClose={() => {
          reset()
          setAsking(false)
        }}
      />
    </section>
  )
}
