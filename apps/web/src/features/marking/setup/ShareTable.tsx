import { NumericInput } from '@blueprintjs/core'
import type { AllocMode } from '@hengjuan/domain'
import { Figure } from '@hengjuan/ui'
import { readingsAddress } from '../figure-address.ts'
import css from './setup.module.css'

/** A marker of a block while its allocation is changed. */
export interface Marker {
  id: number
  name: string
  quota: number | null
  weight: number
  allowExceed: boolean
  suspended: boolean
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
  mayChange: boolean
  onChange: (id: number, patch: Partial<Marker>) => void
}) {
  const { markers, targetOf, schoolOf, mode, isByWeight, mayChange } = props
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
                {marker.name}
                {schoolOf && <small>{schoolOf.get(marker.id)}</small>}
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
              <td className={css['figure']}>{marker.claimed}</td>
              {mode === 3 && (
                <td>
                  <NumericInput
                    aria-label={`${marker.name}${isByWeight ? '比例' : '任务量'}`}
                    value={(isByWeight ? marker.weight : marker.quota) ?? ''}
                    min={0}
                    style={{ width: 72 }}
                    disabled={!mayChange}
                    onValueChange={(value, text) => {
                      const given = text === '' ? null : Math.max(0, Math.floor(value))
                      props.onChange(
                        marker.id,
                        isByWeight ? { weight: given ?? 0 } : { quota: given },
                      )
                    }}
                  />
                </td>
              )}
              <td className={css['figure']}>{target ?? '不限'}</td>
              <td className={css['centre']}>
                <input
                  type="checkbox"
                  aria-label={`${marker.name}可超额`}
                  checked={marker.allowExceed}
                  disabled={!mayChange || mode === 1}
                  onChange={(event) =>
                    props.onChange(marker.id, { allowExceed: event.target.checked })
                  }
                />
              </td>
              <td className={css['centre']}>
                <input
                  type="checkbox"
                  aria-label={`${marker.name}停止分配`}
                  checked={marker.suspended}
                  disabled={!mayChange}
                  onChange={(event) =>
                    props.onChange(marker.id, { suspended: event.target.checked })
                  }
                />
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
