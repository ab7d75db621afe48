import { StatusTag } from '@hengjuan/ui'
import type { BalanceView } from './undo-balance.ts'
import css from '../setup/setup.module.css'

const FIGURES = ['已评', '手中', '每小时', '现任务量', '还需', '平衡后', '变化', '平衡后还需']

/** Everybody's pace, when they would be done, and what a balancing would make of it. */
export function BalanceTable({ view }: { view: BalanceView }) {
  return (
    <div className={css['scroll']}>
      <table className={css['table']} aria-label="平衡预览">
        <thead>
          <tr>
            <th scope="col">教师</th>
            {FIGURES.map((title) => (
              <th key={title} scope="col" className={css['figure']}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {view.markers.map((one) => {
            const delta = one.new_target - one.target
            return (
              <tr key={one.marker_id} data-selected={delta !== 0 || undefined}>
                <th scope="row">
                  {one.name}{' '}
                  {one.is_away && <StatusTag status="warn">超过 24 小时未提交</StatusTag>}
                </th>
                <td className={css['figure']}>{one.done}</td>
                <td className={css['figure']}>{one.claimed}</td>
                <td className={css['figure']}>
                  {one.pace_per_hour === null ? '–' : one.pace_per_hour.toFixed(0)}
                </td>
                <td className={css['figure']}>{one.target}</td>
                <td className={css['figure']}>{hoursText(one.hours_left)}</td>
                <td className={css['figure']}>{one.new_target}</td>
                <td className={css['figure']}>
                  {delta === 0 ? '–' : delta > 0 ? `+${delta}` : `−${-delta}`}
                </td>
                <td className={css['figure']}>{hoursText(one.new_hours_left)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

function hoursText(hours: number | null): string {
  if (hours === null) return '无法预计'
  if (hours === 0) return '已完成'
  return hours < 1 ? `${Math.max(1, Math.round(hours * 60))} 分钟` : `${hours.toFixed(1)} 小时`
}
