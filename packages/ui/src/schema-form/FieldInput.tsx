import { HTMLSelect, InputGroup, TextArea } from '@blueprintjs/core'
import { DateField } from '../form/DateField.tsx'
import { Choices } from './Choices.tsx'
import css from './schema-form.module.css'
import type { FieldKind } from './schema-problems.ts'

export interface Choice {
  value: string | number
  label: string
  /** Beside it in small: how many it means. */
  note?: string
}

export interface FieldInputProps {
  kind: FieldKind
  label: string
  /** Of a choice: all in view, or a list that opens. */
  options?: readonly Choice[]
  asList?: boolean
  placeholder?: string
  autoFocus?: boolean
  maxLength?: number
}

/** The input of one field, by its kind. */
export function FieldInput(
  props: FieldInputProps & {
    value: unknown
    onChange: (value: unknown) => void
    isWrong: boolean
    describedBy: string
    /** Tells the form which element to focus when something is wrong. */
    register: (element: HTMLInputElement | null) => void
  },
) {
  const { kind, label, options = [], value, onChange, describedBy } = props
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  const common = {
    'aria-label': label,
    'aria-describedby': describedBy,
    'aria-invalid': props.isWrong,
    ...(props.placeholder === undefined ? {} : { placeholder: props.placeholder }),
    ...(props.maxLength === undefined ? {} : { maxLength: props.maxLength }),
  }
  switch (kind) {
    case 'many':
      return (
        <Choices
          isMany
          options={options}
          chosen={Array.isArray(value) ? value : []}
          onChange={onChange}
        />
      )
    case 'choice':
      return props.asList ? (
        <HTMLSelect
          {...common}
          fill
          className={css['list'] ?? ''}
          value={text}
          onChange={({ currentTarget }) =>
            onChange(options.find((one) => String(one.value) === currentTarget.value)?.value)
          }
          options={options.map((one) => ({ value: String(one.value), label: one.label }))}
        />
      ) : (
        <Choices options={options} chosen={[value]} onChange={([chosen]) => onChange(chosen)} />
      )
    case 'date':
      return (
        <div className={css['list'] ?? ''}>
          <DateField label={label} value={text} onChange={onChange} />
        </div>
      )
    case 'textarea':
      return (
        <TextArea
          {...common}
          fill
          value={text}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )
    default:
      return (
        <InputGroup
          {...common}
          inputRef={props.register}
          inputMode={kind === 'text' ? 'text' : 'decimal'}
          autoFocus={props.autoFocus === true}
          intent={props.isWrong ? 'danger' : 'none'}
          value={text}
          onValueChange={onChange}
        />
      )
  }
}
