import { type AllocMode, isSeedStopped, SEED_STATES } from '@hengjuan/domain'
import { Figure, StatusTag, WithReason } from '@hengjuan/ui'
import { Link } from 'react-router'
import { inHandAddress, readingsAddress } from '../../marking-core/figure-address.ts'
import { QUOTA_RANGE, WEIGHT_RANGE } from './share-number.ts'
import { ShareNumberField } from './ShareNumberField.tsx'
import { UnableTag } from './UnableTag.tsx'
import css from './setup.module.css'
import type { Marker } from './share-marker.ts'

/** Why a marker can not be let on here; null where they can. */
const keptStopped = ({ name, suspended, seedState }: Marker): string | null =>
  suspended && seedState === 'suspended'
    ? `${name}因种子卷不合格停评，由题组长在「种子卷结果」中确认后恢复`
    : null

const NO_TARGETS = '动态分配没有目标，不会超额；平均或定量分配时可以设置'

/** Who marks a block, and what each of them is to do. */
export interface ShareProps {
  examId: number
  blockId: number
  markers: readonly Marker[]
  /** Null for no target. */
  targetOf: (id: number) => number | null
  /** Null where all are of one school. */
  schoolOf: ReadonlyMap<number, string> | null
  mode: AllocMode
  isByWeight: boolean
  /** Why nothing can be changed; null when it can. */
  refusal: string | null
  onChange: (id: number, patch: Partial<Marker>) => void
}

/** One marker: what is done, in hand and to be done. */
export function ShareRow(props: ShareProps & { marker: Marker }) {
  const { marker, schoolOf, mode, isByWeight, refusal } = props
  const target = marker.suspended ? marker.done : props.targetOf(marker.id)
  return (
    <tr>
      <th scope="row">
        {marker.name} {!marker.mayMark && !marker.suspended && <UnableTag />}
        {schoolOf && <small>{schoolOf.get(marker.id)}</small>}
        {isSeedStopped(marker.seedState) && (
          <span className={css['stopped']}>
            <StatusTag status="bad">{`种子卷${SEED_STATES[marker.seedState]}`}</StatusTag>
            <Link to={`/benchmark?block_id=${props.blockId}&tab=results`}>去确认</Link>
          </span>
        )}
      </th>
      <td className={css['figure']}>
        <Figure
          formula={`${marker.name}已评 ${marker.done} 份`}
          to={
            marker.done > 0
              ? readingsAddress({
                  exam_id: props.examId,
                  block_id: props.blockId,
                  marker_id: marker.id,
                })
              : null
          }
        >
          {marker.done}
        </Figure>
      </td>
      <td className={css['figure']}>
        <Figure
          formula={`${marker.name}已领取、还没有提交 ${marker.claimed} 份`}
          to={
            marker.claimed > 0
              ? inHandAddress({
                  exam_id: props.examId,
                  block_id: props.blockId,
                  marker_id: marker.id,
                })
              : null
          }
        >
          {marker.claimed}
        </Figure>
      </td>
      {mode === 3 && (
        <td>
          <WithReason reason={refusal}>
            <ShareNumberField
              key={isByWeight ? 'weight' : 'quota'}
              label={`${marker.name}${isByWeight ? '比例' : '任务量'}`}
              value={isByWeight ? marker.weight : marker.quota}
              range={isByWeight ? WEIGHT_RANGE : QUOTA_RANGE}
              isDisabled={refusal !== null}
              onChange={(given, wrong) =>
                props.onChange(
                  marker.id,
                  isByWeight ? { weight: given ?? 0, wrong } : { quota: given, wrong },
                )
              }
            />
          </WithReason>
        </td>
      )}
      <td className={css['figure']}>{target ?? '不限'}</td>
      <td className={css['centre']}>
        <WithReason reason={refusal ?? (mode === 1 ? NO_TARGETS : null)}>
          <input
            type="checkbox"
            aria-label={`${marker.name}可超额`}
            checked={marker.allowExceed}
            disabled={refusal !== null || mode === 1}
            onChange={(event) => props.onChange(marker.id, { allowExceed: event.target.checked })}
          />
        </WithReason>
      </td>
      <td className={css['centre']}>
        <WithReason reason={refusal ?? keptStopped(marker)}>
          <input
            type="checkbox"
            aria-label={`${marker.name}停止分配`}
            checked={marker.suspended}
            disabled={refusal !== null || keptStopped(marker) !== null}
            onChange={(event) => props.onChange(marker.id, { suspended: event.target.checked })}
          />
        </WithReason>
      </td>
    </tr>
  )
}
