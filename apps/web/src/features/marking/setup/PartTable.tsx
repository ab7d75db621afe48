import type { AllocationPlan } from '@hengjuan/domain'
import { StatusTag } from '@hengjuan/ui'
import css from './setup.module.css'
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
  return (
    <table className={css['table']} aria-label="各部分的任务">
      <thead>
        <tr>
          <th scope="col">各自评阅</th>
          {['教师', '需要评阅', '任务量合计'].map((title) => (
            <th key={title} scope="col" className={css['figure']}>
              {title}
            </th>
          ))}
          <th scope="col">核对</th>
        </tr>
      </thead>
      <tbody>
        {props.parts.map(({ name, markerIds, readings }) => {
          const given = markerIds.reduce<number>((sum, id) => sum + (targetOf.get(id) ?? 0), 0)
          return (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td className={css['figure']}>{markerIds.length}</td>
              <td className={css['figure']}>{readings}</td>
              <td className={css['figure']}>{given}</td>
              <td>
                {markerIds.length === 0 ? (
                  <StatusTag status="bad">没有教师可阅</StatusTag>
                ) : markerIds.length < plan.markersNeeded ? (
                  <StatusTag status="bad">{`每份需 ${plan.markersNeeded} 名教师`}</StatusTag>
                ) : given < readings ? (
                  <StatusTag status="bad">{`还差 ${readings - given} 份`}</StatusTag>
                ) : (
                  <StatusTag status="ok">够</StatusTag>
                )}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
