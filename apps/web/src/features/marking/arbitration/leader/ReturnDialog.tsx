import { InputGroup, Radio, RadioGroup } from '@blueprintjs/core'
import { formatMilli } from '@hengjuan/domain'
import { ActDialog, StatusTag } from '@hengjuan/ui'
import { useState } from 'react'
import { useKeptReason } from './kept-reasons.ts'
import css from './leader.module.css'
import type { LeaderTaskView } from './leader-task.ts'
import { destinationsOf, toOf } from './return-to.ts'
import type { ReturnTo } from './decision.ts'

/**
 * Where an arbitration goes that is not decided here; what was written is kept.
 *
 * @source ui D3 (hand-over; key J)
 */
export function ReturnDialog(props: {
  unitId: number
  isPending: boolean
  error: unknown
  /** Readings that may go back to who gave them; none where only another leader is asked. */
  readings: LeaderTaskView['readings']
  colleagues: LeaderTaskView['colleagues']
  onReturn: (to: ReturnTo) => void
  onClose: () => void
}) {
  const { unitId, readings, colleagues } = props
  const destinations = destinationsOf(readings, colleagues)
  const [at, setAt] = useState(0)
  const [comment, setComment] = useKeptReason('return', unitId)
  const chosen = destinations[at]
  const isReader = chosen?.kind === 'reader'
  const refusal =
    chosen === undefined
      ? '本题块没有其他可以仲裁的题组长，请直接给分'
      : isReader && comment.trim() === ''
        ? '请写明打回的原因，阅卷教师会看到'
        : null
  return (
    <ActDialog
      title={readings.length > 0 ? '打回重评或转交' : '转交仲裁卷'}
      submitText={isReader ? '打回 1 份' : chosen?.kind === 'anyone' ? '放回 1 份' : '转交 1 份'}
      submitsOnEnter
      refusal={refusal}
      isPending={props.isPending}
      error={props.error}
      onSubmit={() => chosen && props.onReturn(toOf(chosen, comment.trim()))}
      onClose={props.onClose}
    >
      {destinations.length === 0 ? (
        <p>{refusal}</p>
      ) : (
        <RadioGroup
          className={css['destinations'] ?? ''}
          label="这份试卷不在这里裁定，而是"
          selectedValue={at}
          onChange={({ currentTarget }) => setAt(Number(currentTarget.value))}
        >
          {destinations.map((one, index) => (
            <Radio key={index} value={index} autoFocus={index === 0}>
              {one.kind === 'reader' ? (
                <>
                  打回 {one.label} 重评（给了 {formatMilli(one.totalMilli)} 分）
                </>
              ) : one.kind === 'leader' ? (
                <>
                  转交 {one.name}{' '}
                  <StatusTag status={one.isOnline ? 'ok' : 'idle'}>
                    {one.isOnline ? '在线' : '不在线'}
                  </StatusTag>
                </>
              ) : (
                '放回列表，由其他题组长领取'
              )}
            </Radio>
          ))}
        </RadioGroup>
      )}
      {isReader && (
        <div className={css['comment']}>
          <span>原因</span>
          <InputGroup
            fill
            aria-label="原因"
            maxLength={500}
            placeholder="例如：第二步按评分标准应给 3 分，请重新评阅"
            value={comment}
            onValueChange={setComment}
          />
        </div>
      )}
    </ActDialog>
  )
}
