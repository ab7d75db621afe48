import { NumericInput } from '@blueprintjs/core'
import { useState } from 'react'
import { shareNumber } from './share-number.ts'
import css from './setup.module.css'

/** How many papers, or which share, a marker is to have. What is no such number stays as it was typed, and is said. */
export function ShareNumberField(props: {
  label: string
  /** Null where nothing is given. */
  value: number | null
  largest: number
  isDisabled: boolean
  onChange: (value: number | null, wrong: string | null) => void
}) {
  const { value, largest } = props
  const [typed, setTyped] = useState(String(value ?? ''))
  const shown = shareNumber(typed, largest)
  // Given elsewhere, as when all are shared out evenly.
  const text = (shown.value ?? 0) === (value ?? 0) ? typed : String(value ?? '')
  const wrong = shareNumber(text, largest).wrong
  return (
    <>
      <NumericInput
        aria-label={props.label}
        aria-invalid={wrong !== null}
        intent={wrong === null ? 'none' : 'danger'}
        value={text}
        min={0}
        max={largest}
        minorStepSize={null}
        style={{ width: 72 }}
        disabled={props.isDisabled}
        onValueChange={(_, now) => {
          setTyped(now)
          const { value: next, wrong: problem } = shareNumber(now, largest)
          props.onChange(next, problem)
        }}
      />
      {wrong !== null && <small className={css['wrong']}>{wrong}</small>}
    </>
  )
}
