import { NumericInput } from '@blueprintjs/core'
import { useState } from 'react'
import { shareNumber, type ShareRange } from './share-number.ts'
import css from './setup.module.css'

/** How many papers, or which share, a marker is to have. What is no such number stays as it was typed, and is said. */
export function ShareNumberField(props: {
  label: string
  /** Null where nothing is given. */
  value: number | null
  range: ShareRange
  isDisabled: boolean
  onChange: (value: number | null, wrong: string | null) => void
}) {
  const { value, range } = props
  const [typed, setTyped] = useState(String(value ?? ''))
  const shown = shareNumber(typed, range)
  // Given elsewhere, as when all are shared out evenly.
  const text = (shown.value ?? 0) === (value ?? 0) ? typed : String(value ?? '')
  const wrong = shareNumber(text, range).wrong
  return (
    <>
      <NumericInput
        aria-label={props.label}
        aria-invalid={wrong !== null}
        value={text}
        min={range.least}
        max={range.most}
        minorStepSize={null}
        style={{ width: 72 }}
        disabled={props.isDisabled}
        onValueChange={(_, now) => {
          setTyped(now)
          const { value: next, wrong: problem } = shareNumber(now, range)
          props.onChange(next, problem)
        }}
      />
      {wrong !== null && <small className={css['wrong']}>{wrong}</small>}
    </>
  )
}
