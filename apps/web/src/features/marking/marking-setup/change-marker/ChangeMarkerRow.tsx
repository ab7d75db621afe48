import { Figure, StatusTag } from '@hengjuan/ui'
import { inHandAddress, readingsAddress } from '../../marking-core/figure-address.ts'
import type { ChangedMarker } from './change-draft.ts'
import { ChangeChoice, type Colleague } from './ChangeChoice.tsx'
import { UnableTag } from '../block/UnableTag.tsx'
import css from '../block/setup.module.css'

/** What becomes of one marker of a block, and of whoever takes over. */
export function ChangeMarkerRow(props: {
  one: ChangedMarker
  /** The block that is changed. */
  at: { exam_id: number; block_id: number }
  staff: readonly Colleague[]
  mayChange: boolean
  hasTargets: boolean
  onChange: (text: string) => void
}) {
  const { one } = props
  const { change, isNew } = one
  const delta = one.after === null || one.before === null ? null : one.after - one.before
  return (
    <tr data-selected={change !== undefined || isNew || undefined}>
      <th scope="row">
        {one.name} {one.isUnable && <UnableTag />}
        {isNew && <StatusTag status="busy">接替</StatusTag>}
        {one.school !== '' && <small>{one.school}</small>}
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
