import type { AllocationPlan } from '@hengjuan/domain'
import { SimpleTable, StatusTag } from '@hengjuan/ui'
import type { NamedPart } from './staff-parts.ts'

/** What each school or group has to read, and how much its own markers are to do. */
export function PartTable(props: {
  parts: readonly NamedPart[]
  plan: AllocationPlan
  /** In the order of the plan's markers. */
  targets: readonly (number | null)[]
}) {
  const { plan, targets } = props
  const targetOf = new Map(plan.markers.map(({ id }, index) => [id, targets[index] ?? 0]))
  const givenTo = ({ markerIds }: NamedPart) =>
    markerIds.reduce<number>((sum, id) => sum + (targetOf.get(id) ?? 0), 0)
  return (
    <SimpleTable
      label="各部分的任务"
      columns={[
        { key: 'name', title: '各自评阅', render: ({ name }) => name },
        {
          key: 'markers',
          title: '教师',
          align: 'right',
          render: ({ markerIds }) => markerIds.length,
        },
        { key: 'readings', title: '需要评阅', align: 'right', render: ({ readings }) => readings },
        { key: 'given', title: '任务量合计', align: 'right', render: givenTo },
        {
          key: 'check',
          title: '核对',
          render: (part) => <Check part={part} given={givenTo(part)} needed={plan.markersNeeded} />,
        },
      ]}
      rows={props.parts}
      rowKey={({ name }) => name}
    />
  )
}

function Check({ part, given, needed }: { part: NamedPart; given: number; needed: number }) {
  const { markerIds, readings } = part
  if (markerIds.length === 0) return <StatusTag status="bad">没有教师可阅</StatusTag>
  if (markerIds.length < needed)
    return <StatusTag status="bad">{`每份需 ${needed} 名教师`}</StatusTag>
  if (given < readings) return <StatusTag status="bad">{`还差 ${readings - given} 份`}</StatusTag>
  return <StatusTag status="ok">够</StatusTag>
}
