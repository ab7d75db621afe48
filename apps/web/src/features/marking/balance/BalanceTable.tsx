import { Figure, StatusTag } from '@hengjuan/ui'
import { inHandAddress, readingsAddress } from '../figure-address.ts'
import type { BalanceView } from './BalanceRecord.tsx'
import css from '../setup/setup.module.css'

const FIGURES = [
  { title: '已评', formula: '已提交的一评、二评份数' },
  { title: '手中', formula: '已领取、还没有提交的份数' },
  { title: '每小时', formula: '近期在评时间内平均每小时提交的份数；评阅太少时不估计' },
  { title: '现任务量', formula: '平衡之前的任务量' },
  { title: '还需', formula: '（现任务量 − 已评）÷ 每小时' },
  { title: '平衡后', formula: '使各位教师同时评完的任务量，不少于已评 + 手中' },
  { title: '变化', formula: '平衡后 − 现任务量' },
  { title: '平衡后还需', formula: '（平衡后 − 已评）÷ 每小时' },
]

const ABSENCES = {
  idle: '超过 24 小时未提交',
  warned: '等待确认',
  unqualified: '未通过定标',
} as const

/** Everybody's pace, when they would be done, and what a balancing would make of it. */
export function BalanceTable({ view, examId }: { view: BalanceView; examId: number }) {
  return (
    <div className={css['scroll']}>
      <table className={css['table']} aria-label="平衡预览">
        <thead>
          <tr>
            <th scope="col">教师</th>
            {FIGURES.map(({ title, formula }) => (
              <th key={title} scope="col" className={css['figure']}>
                <Figure formula={formula}>{title}</Figure>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {view.markers.map((one) => {
            const of = { exam_id: examId, block_id: view.block_id, marker_id: one.marker_id }
            const delta = one.new_target - one.target
            return (
              <tr key={one.marker_id} data-selected={delta !== 0 || undefined}>
                <th scope="row">
                  {one.name}{' '}
                  {one.absence !== null && (
                    <StatusTag status="warn">{ABSENCES[one.absence]}</StatusTag>
                  )}
                </th>
                <td className={css['figure']}>
                  <Figure
                    formula={`${one.name}已评 ${one.done} 份`}
                    to={one.done > 0 ? readingsAddress(of) : null}
                  >
                    {one.done}
                  </Figure>
                </td>
                <td className={css['figure']}>
                  <Figure
                    formula={`${one.name}已领取、还没有提交 ${one.claimed} 份`}
                    to={one.claimed > 0 ? inHandAddress(of) : null}
                  >
                    {one.claimed}
                  </Figure>
                </td>
                <td className={css['figure']}>
                  {one.pace_per_hour === null ? '–' : one.pace_per_hour.toFixed(0)}
                </td>
                <td className={css['figure']}>{one.target}</td>
                <td className={css['figure']}>{hoursText(one.hours_left, one.target)}</td>
                <td className={css['figure']}>{one.new_target}</td>
                <td className={css['figure']}>
                  {delta === 0 ? '–' : delta > 0 ? `+${delta}` : `−${-delta}`}
                </td>
                <td className={css['figure']}>{hoursText(one.new_hours_left, one.new_target)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

function hoursText(hours: number | null, target: number): string {
  if (target === 0) return '没有任务'
  if (hours === null) return '无法预计'
  if (hours === 0) return '已完成'
  return hours < 1 ? `${Math.max(1, Math.round(hours * 60))} 分钟` : `${hours.toFixed(1)} 小时`
}
