import type { MarkerChange, PlannedMarker } from '@hengjuan/domain'
import { Figure, StatusTag } from '@hengjuan/ui'
import { inHandAddress, readingsAddress } from '../figure-address.ts'
import { ChangeChoice, type Colleague } from './ChangeChoice.tsx'
import { UnableTag } from './UnableTag.tsx'
import css from './setup.module.css'

/** What becomes of one marker of a block, and of whoever takes over. */
export function ChangeMarkerRow(props: {
  one: PlannedMarker
  /** The block that is changed. */
  at: { exam_id: number; block_id: number }
  /** Empty where all are of one. */
  school: string
  change: MarkerChange | undefined
  isNew: boolean
  /** May they mark no more, though work is still theirs? */
  isUnable: boolean
  staff: readonly Colleague[]
  mayChange: boolean
  hasTargets: boolean
  onChange: (text: string) => void
}) {
  const { one, change, isNew } = props
  const delta = one.after === null || one.before === null ? null : one.after - one.before
  return (
    <tr data-selected={change !== undefined || isNew || undefined}>
      <th scope="row">
        {one.name} {props.isUnable && <UnableTag />}
        {isNew && <StatusTag status="busy">接替</StatusTag>}
        {props.school !== '' && <small>{props.school}</small>}
      </th>
      <td className={css['figure']}>
        <Figure
          formula={`${one.name}已评 ${one.done} 份`}
          to={
            one.done > 0
              ? readingsAddress({
                  exam_id: props.at.exam_id,
                  block_id: props.at.block_id,
                  marker_id: one.markerId,
                })
              : null
          }
        >
          {one.done}
        </Figure>
      </td>
      <td className={css['figure']}>
        <Figure
          formula={`${one.name}已领取、还没有提交 ${one.claimed} 份`}
          to={one.claimed > 0 ? inHandAddress({ ...props.at, marker_id: one.markerId }) : null}
        >
          {one.claimed}
        </Figure>
      </td>
      <td className={css['figure']}>{isNew ? '–' : (one.before ?? '不限')}</td>
      <td>
        {isNew ? (
          '–'
        ) : one.isStopped && change === undefined ? (
          <StatusTag status="idle">已停止分配</StatusTag>
        ) : (
          <ChangeChoice
            name={one.name}
            change={change}
            staff={props.staff}
            mayChange={props.mayChange}
            onChange={props.onChange}
          />
        )}
      </td>
      {/* Who is stopped gets no more than what is done, also where the others have no target. */}
      <td className={css['figure']}>
        {one.isStopped ? one.done : props.hasTargets ? (one.after ?? '–') : '不限'}
      </td>
      <td className={css['figure']}>
        {delta === null || delta === 0 ? '–' : delta > 0 ? `+${delta}` : delta}
      </td>
    </tr>
  )
}
