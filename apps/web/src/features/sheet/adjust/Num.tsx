import { NumericInput } from '@blueprintjs/core'
import css from './adjust.module.css'
import { FormRow } from './FormRow.tsx'

/** A number with its name before it: millimetres, or a count where the step is 1. */
export function Num(props: {
  label: string
  value: number
  min?: number
  step?: number
  onChange: (value: number) => void
}) {
  const { min = 0, step = 0.1 } = props
  return (
    <FormRow label={props.label}>
      <NumericInput
        fill
        value={props.value}
        min={min}
        stepSize={step}
        minorStepSize={step === 1 ? null : 0.01}
        majorStepSize={step * 10}
        rightElement={<span className={css['unit']}>{step === 1 ? '' : '毫米'}</span>}
        onValueChange={(value) => {
          if (Number.isFinite(value) && value >= min && value !== props.value) props.onChange(value)
        }}
      />
    </FormRow>
  )
}
