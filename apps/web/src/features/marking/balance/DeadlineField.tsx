import { DateField, localTimeOf, ReasonButton, Time, utcOf, WithReason } from '@hengjuan/ui'
import { useState } from 'react'
import css from './balance.module.css'

/** When marking is to be done, in the time of whoever sets it; saved by a button, taken away by another. */
export function DeadlineField(props: {
  /** UTC; null where none is set. */
  deadline: string | null
  /** The subject's, which holds where there is none; absent where it is the subject's that is set. */
  fallback?: string | null
  /** Why it can not be changed; null when it can. */
  reason: string | null
  isSaving: boolean
  onSave: (deadline: string | null) => void
}) {
  const { deadline, reason } = props
  const kept = deadline === null ? '' : localTimeOf(deadline)
  const [typed, setTyped] = useState(kept)
  const time = utcOf(typed)
  return (
    <span className={css['deadline']}>
      期限
      <WithReason reason={reason}>
        <DateField
          label="期限"
          usualTime="18:00"
          value={typed}
          disabled={reason !== null || props.isSaving}
          title={reason === null ? '阅卷应在此前完成；不填则按各位教师的快慢平衡' : undefined}
          onChange={setTyped}
        />
      </WithReason>
      {typed !== kept && (
        <ReasonButton
          size="small"
          intent="primary"
          loading={props.isSaving}
          reason={time === null ? '请选择日期和时间' : null}
          onClick={() => props.onSave(time)}
        >
          保存期限
        </ReasonButton>
      )}
      {deadline === null && typed === '' && props.fallback && (
        <span className={css['fallback']}>
          用科目期限 <Time at={props.fallback} />
        </span>
      )}
      {deadline !== null && typed === kept && reason === null && (
        <ReasonButton
          size="small"
          reason={props.isSaving ? '正在保存' : null}
          onClick={() => props.onSave(null)}
        >
          取消期限
        </ReasonButton>
      )}
    </span>
  )
}
