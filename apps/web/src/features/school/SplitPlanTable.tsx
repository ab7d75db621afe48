import { HTMLSelect } from '@blueprintjs/core'
import type { classSplit, ReplyOf } from '@hengjuan/contracts'
import { DataTable, EmptyState } from '@hengjuan/ui'

export type Plan = ReplyOf<typeof classSplit>

export const MILLI = 1000

export function SplitPlanTable({
  plan,
  onMove,
}: {
  plan: Plan
  onMove: (studentId: number, to: number) => void
}) {
  const places = new Map(
    plan.into.flatMap(({ student_ids }, at) => student_ids.map((id) => [id, at] as const)),
  )
  const options = plan.classes.map(({ name }, at) => ({ value: at, label: name }))
  return (
    <DataTable
      label="分班方案"
      columns={[
        {
          key: 'name',
          title: '姓名',
          width: 100,
          grow: true,
          render: ({ name }) => name,
          sortBy: ({ name }) => name,
        },
        {
          key: 'gender',
          title: '性别',
          width: 64,
          render: ({ gender }) => gender || '–',
          sortBy: ({ gender }) => gender,
        },
        {
          key: 'from',
          title: '现在',
          width: 110,
          render: ({ class_name }) => class_name,
          sortBy: ({ class_name }) => class_name,
        },
        {
          key: 'total',
          title: '上次总分',
          width: 96,
          align: 'right',
          render: ({ total_milli }) => (total_milli === null ? '–' : total_milli / MILLI),
          sortBy: ({ total_milli }) => total_milli,
        },
        {
          key: 'to',
          title: '分到',
          width: 150,
          render: (one) => (
            <HTMLSelect
              minimal
              aria-label={`${one.name}分到的班级`}
              value={places.get(one.student_id)}
              options={options}
              onChange={({ currentTarget }) => onMove(one.student_id, Number(currentTarget.value))}
            />
          ),
          sortBy: ({ student_id }) => places.get(student_id) ?? 0,
        },
      ]}
      rows={plan.students}
      rowKey={({ student_id }) => student_id}
      maxHeight="40vh"
      empty={<EmptyState title="这个年级还没有学生" />}
    />
  )
}
