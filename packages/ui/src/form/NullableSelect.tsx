import { HTMLSelect } from '@blueprintjs/core'
import { FilterField } from './FilterBar.tsx'

/** One of a list, or none: the value of a filter. */
export function NullableSelect<Value extends string | number>(props: {
  label: string
  value: Value | null
  options: readonly { value: Value; label: string }[]
  onChange: (value: Value | null) => void
  /** What none is called. */
  none?: string
  disabled?: boolean
}) {
  const { options, value } = props
  const known = options.some((option) => option.value === value)
  return (
    <FilterField label={props.label}>
      <HTMLSelect
        aria-label={props.label}
        value={known ? String(value) : ''}
        disabled={props.disabled === true}
        onChange={({ currentTarget }) =>
          props.onChange(
            options.find((option) => String(option.value) === currentTarget.value)?.value ?? null,
          )
        }
        options={[
          { value: '', label: props.none ?? '全部' },
          ...options.map((option) => ({ value: String(option.value), label: option.label })),
        ]}
      />
    </FilterField>
  )
}
