import { HTMLSelect } from '@blueprintjs/core'
import { FilterBar, FilterField, SearchField } from '@hengjuan/ui'
import type { ReactNode } from 'react'
import { type BlockChoice, blockChoices, type ListedBlock } from './block-filter.ts'

/** Search, exam and subject above a list of many blocks. */
export function BlockFilterBar(props: {
  rows: readonly ListedBlock[]
  shown: number
  values: BlockChoice
  onChange: (change: Partial<BlockChoice>) => void
  onReset: (() => void) | undefined
  /** What else the list is narrowed by. */
  children?: ReactNode
}) {
  const { rows, values, onChange } = props
  const { exams, subjects } = blockChoices(rows)
  return (
    <FilterBar onReset={props.onReset} trailing={`${props.shown} / ${rows.length} 个题块`}>
      <SearchField
        value={values.keyword}
        onChange={(keyword) => onChange({ keyword })}
        placeholder="搜索题块、科目或考试"
      />
      <Choice
        label="考试"
        value={values.exam_id}
        options={exams}
        onChange={(exam_id) => onChange({ exam_id })}
      />
      <Choice
        label="科目"
        value={values.subject_id}
        options={subjects}
        onChange={(subject_id) => onChange({ subject_id })}
      />
      {props.children}
    </FilterBar>
  )
}

const Choice = (props: {
  label: string
  value: number | null
  options: readonly { id: number; name: string; count: number }[]
  onChange: (value: number | null) => void
}) => (
  <FilterField label={props.label}>
    <HTMLSelect
      style={{ maxWidth: 240 }}
      value={props.value ?? ''}
      onChange={({ currentTarget }) => props.onChange(Number(currentTarget.value) || null)}
    >
      <option value="">全部</option>
      {props.value !== null && !props.options.some(({ id }) => id === props.value) && (
        <option value={props.value}>所选{props.label}（0）</option>
      )}
      {props.options.map(({ id, name, count }) => (
        <option key={id} value={id}>
          {name}（{count}）
        </option>
      ))}
    </HTMLSelect>
  </FilterField>
)
