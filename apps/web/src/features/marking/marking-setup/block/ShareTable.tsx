import { type AllocMode, isSeedStopped, SEED_STATES, type SeedState } from '@hengjuan/domain'
import { Figure, StatusTag, WithReason } from '@hengjuan/ui'
import { Link } from 'react-router'
import { inHandAddress, readingsAddress } from '../../marking-core/figure-address.ts'
import { QUOTA_RANGE, WEIGHT_RANGE } from './share-number.ts'
import { ShareNumberField } from './ShareNumberField.tsx'
import { UnableTag } from './UnableTag.tsx'
import css from './setup.module.css'

/** A marker of a block while its allocation is changed. */
export interface Marker {
  id: number
  name: string
  quota: number | null
  weight: number
  /** What is wrong with the number that is typed in place of these; null where it is one. */
  wrong: string | null
  allowExceed: boolean
  suspended: boolean
  /** Is the account in use, with a role for it? */
  mayMark: boolean
  /** Where seeds put them. */
  seedState: SeedState
  done: number
  /** Of these, what was done when the work was last shared anew. */
  base: number
  claimed: number
}

/** How the target of a marker comes about. */
const TARGETS: Readonly<Record<AllocMode, string>> = {
  1: '动态分配：没有目标，谁先评完谁继续领取',
  2: '需要评阅的份数 ÷ 在评教师人数，余数依次分给前面的教师',
  3: '按任务量：填的份数；按比例：需要评阅的份数 × 本人比例 ÷ 比例之和',
}

/** Why a marker can not be let on here; null where they can. */
const keptStopped = ({ name, suspended, seedState }: Marker): string | null =>
  suspended && seedState === 'suspended'
    ? `${name}因种子卷不合格停评，由题组长在「种子卷结果」中确认后恢复`
    : null

const NO_TARGETS = '动态分配没有目标，不会超额；平均或定量分配时可以设置'

/** What each marker is to do. */
export function ShareTable(props: {
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
}) {
  const { markers, targetOf, schoolOf, mode, isByWeight, refusal } = props
  return (
    <table className={css['table']}>
      <thead>
        <tr>
          <th scope="col">教师</th>
          <th scope="col" className={css['figure']}>
            <Figure formula="已提交的一评、二评份数；点数字看这些评阅">已评</Figure>
          </th>
          <th scope="col" className={css['figure']}>
            <Figure formula="已领取、还没有提交的份数">手中</Figure>
          </th>
          {mode === 3 && <th scope="col">{isByWeight ? '比例' : '任务量'}</th>}
          <th scope="col" className={css['figure']}>
            <Figure formula={TARGETS[mode] ?? ''}>目标</Figure>
          </th>
          <th scope="col" className={css['centre']}>
            可超额
          </th>
          <th scope="col" className={css['centre']}>
            停止分配
          </th>
        </tr>
      </thead>
      <tbody>
        {markers.map((marker) => {
          const target = marker.suspended ? marker.done : targetOf(marker.id)
          return (
            <tr key={marker.id}>
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
                    onChange={(event) =>
                      props.onChange(marker.id, { allowExceed: event.target.checked })
                    }
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
                    onChange={(event) =>
                      props.onChange(marker.id, { suspended: event.target.checked })
                    }
                  />
                </WithReason>
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
