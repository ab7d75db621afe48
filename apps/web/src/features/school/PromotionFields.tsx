import { HTMLSelect, InputGroup } from '@blueprintjs/core'
import { classLabel } from '@hengjuan/domain'
import { useState } from 'react'
import type { PlanRow } from './promotion-plan.ts'

export function NameField(props: {
  row: PlanRow
  onChange: (classId: number, next: Partial<PlanRow>) => void
}) {
  const { row } = props
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <InputGroup
      size="small"
      aria-label={`${classLabel(row.grade_id, row.name)}的新名称`}
      value={typed ?? row.to_name}
      maxLength={20}
      onValueChange={setTyped}
      onBlur={() => {
        if (typed !== null && typed !== row.to_name)
          props.onChange(row.class_id, { to_name: typed })
        setTyped(null)
      }}
    />
  )
}

export function MergeInto(props: {
  row: PlanRow
  rows: readonly PlanRow[]
  onChange: (classId: number, next: Partial<PlanRow>) => void
}) {
  const { row } = props
  const others = props.rows.filter(
    (one) =>
      one.grade_id === row.grade_id && one.kind === row.kind && one.class_id !== row.class_id,
  )
  return (
    <HTMLSelect
      aria-label={`${classLabel(row.grade_id, row.name)}并入`}
      value={row.into_id ?? 0}
      options={[
        { value: 0, label: '请选择并入的班级' },
        ...others.map(({ class_id, name }) => ({ value: class_id, label: `并入 ${name}` })),
      ]}
      onChange={({ currentTarget }) =>
        props.onChange(row.class_id, { into_id: Number(currentTarget.value) || null })
      }
    />
  )
}
