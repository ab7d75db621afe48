import { HTMLSelect } from '@blueprintjs/core'
import { FilterField } from '@hengjuan/ui'

export function FilterChoice(props: {
  label: string
  value: number | null
  options: readonly (readonly [number, string])[]
  onChange: (value: number | null) => void
}) {
  return (
    <FilterField label={props.label}>
      <HTMLSelect
        value={props.value ?? ''}
        onChange={({ currentTarget }) => props.onChange(Number(currentTarget.value) || null)}
        options={[
          { value: '', label: '全部' },
          ...props.options.map(([value, label]) => ({ value, label })),
        ]}
      />
    </FilterField>
  )
}
