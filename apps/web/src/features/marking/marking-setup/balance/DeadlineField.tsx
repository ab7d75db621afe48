import { Button } from '@blueprintjs/core'
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
  // What is typed, and what was set when that was begun: it stays where somebody else sets another meanwhile.
  const [edited, setEdited] = useState<{
    text: string
    from: string | null
    isPast: boolean
  } | null>(null)
  if (edited?.text === kept) setEdited(null)
  const typed = edited?.text ?? kept
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
          onChange={(text) =>
            setEdited({ text, from: edited ? edited.from : deadline, isPast: isOver(text) })
          }
        />
      </WithReason>
      {typed !== kept && edited?.isPast && (
        <span className={css['fallback']} role="status">
          ! 这个时间已经过了，教师会看到已过期限
        </span>
      )}
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
      {edited && edited.from !== deadline && (
        <span className={css['fallback']} role="status">
          ! 其他人刚{deadline === null ? '取消了期限' : '把期限改为 '}
          {deadline !== null && <Time at={deadline} />}，保存即以您填写的为准
          <Button size="small" onClick={() => setEdited(null)}>
            用最新的
          </Button>
        </span>
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

const isOver = (text: string): boolean => Date.parse(utcOf(text) ?? '') < Date.now()
