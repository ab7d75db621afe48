import { InputGroup } from '@blueprintjs/core'
import { formatMilli } from '@hengjuan/domain'
import css from './quality.module.css'

export function ScriptField(props: {
  name: string
  fullMilli: number
  text: string
  onText: (text: string) => void
  /** Why the agreed score is what it is; null while the leaders still mark on their own. */
  reason: string | null
  onReason: (reason: string) => void
}) {
  const { reason } = props
  return (
    <>
      <span>{props.name}</span>
      <InputGroup
        aria-label={`${props.name}得分`}
        inputMode="decimal"
        value={props.text}
        onValueChange={props.onText}
      />
      <span className={css['full']}>/ {formatMilli(props.fullMilli)}</span>
      {reason !== null && (
        <InputGroup
          className={css['reason'] ?? ''}
          aria-label={`${props.name}的理由`}
          placeholder="这样给分的理由，阅卷教师会看到"
          maxLength={300}
          value={reason}
          onValueChange={props.onReason}
        />
      )}
    </>
  )
}
