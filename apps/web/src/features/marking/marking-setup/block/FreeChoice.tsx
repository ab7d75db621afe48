import { HTMLSelect, InputGroup, Tag } from '@blueprintjs/core'
import { WithReason } from '@hengjuan/ui'
import { useState } from 'react'
import type { SettingsField } from './settings-field.ts'
import { shownOf, typedOf } from './settings-form.ts'
import css from './setup.module.css'

const OTHER = 'other'

/** A choice among ready-made numbers, or any other that is typed; what is no number comes as NaN. */
export function FreeChoice(props: {
  field: SettingsField & Required<Pick<SettingsField, 'free'>>
  value: number | undefined
  /** What is said while the blocks differ. */
  keep: string
  /** Why it can not be changed; null when it can. */
  refusal: string | null
  onChange: (value: number) => void
}) {
  const { field, value, refusal, onChange } = props
  const isReady = value === undefined || String(value) in field.options
  const [isTyped, setTyped] = useState(!isReady)
  const [text, setText] = useState(isReady ? '' : shownOf(field.free, value))
  const { unit, min, max } = field.free
  return (
    <WithReason fill reason={refusal}>
      <span className={css['free']}>
        <HTMLSelect
          fill={!isTyped}
          aria-label={field.label}
          value={isTyped ? OTHER : String(value ?? '')}
          disabled={refusal !== null}
          options={[
            ...(value === undefined ? [{ value: '', label: props.keep }] : []),
            ...Object.entries(field.options).map(([key, label]) => ({ value: key, label })),
            { value: OTHER, label: '其他…' },
          ]}
          onChange={({ currentTarget }) => {
            const isOther = currentTarget.value === OTHER
            setTyped(isOther)
            setText('')
            if (isOther) onChange(Number.NaN)
            else if (currentTarget.value !== '') onChange(Number(currentTarget.value))
          }}
        />
        {isTyped && (
          <InputGroup
            aria-label={`${field.label}（${unit}）`}
            inputMode={field.free.decimals ? 'decimal' : 'numeric'}
            autoFocus={text === ''}
            value={text}
            disabled={refusal !== null}
            placeholder={`${min}～${max}`}
            rightElement={<Tag minimal>{unit}</Tag>}
            onValueChange={(typed) => {
              setText(typed)
              onChange(typedOf(field.free, typed))
            }}
          />
        )}
      </span>
    </WithReason>
  )
}
