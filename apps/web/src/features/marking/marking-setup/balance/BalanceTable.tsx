import { figureColumn, SimpleTable, StatusTag } from '@hengjuan/ui'
import { doneFigure, heldFigure } from '../../marking-core/marker-figures.tsx'
import type { BalanceView } from './BalanceRecord.tsx'

type Marker = BalanceView['markers'][number]

const ABSENCES = {
  idle: '超过 24 小时未提交',
  warned: '等待确认',
  unqualified: '未通过定标',
} as const

/** Everybody's pace, when they would be done, and what a balancing would make of it. */
export function BalanceTable({ view, examId }: { view: BalanceView; examId: number }) {
  const of = ({ marker_id }: Marker) => ({ exam_id: examId, block_id: view.block_id, marker_id })
  return (
    <SimpleTable
      label="平衡预览"
      columns={[
        {
          key: 'name',
          title: '教师',
          render: ({ name, absence }) => (
            <>
              {name} {absence !== null && <StatusTag status="warn">{ABSENCES[absence]}</StatusTag>}
            </>
          ),
        },
        figureColumn<Marker>('已评', '已提交的一评、二评份数', (one) =>
          doneFigure(one.name, one.done, of(one)),
        ),
        figureColumn<Marker>('手中', '已领取、还没有提交的份数', (one) =>
          heldFigure(one.name, one.claimed, of(one)),
        ),
        figureColumn<Marker>(
          '每小时',
          '近期在评时间内平均每小时提交的份数；评阅太少时不估计',
          ({ pace_per_hour }) => (pace_per_hour === null ? '–' : pace_per_hour.toFixed(0)),
        ),
        figureColumn<Marker>('现任务量', '平衡之前的任务量', ({ target }) => target),
        figureColumn<Marker>('还需', '（现任务量 − 已评）÷ 每小时', ({ hours_left, target }) =>
          hoursText(hours_left, target),
        ),
        figureColumn<Marker>(
          '平衡后',
          '使各位教师同时评完的任务量，不少于已评 + 手中',
          ({ new_target }) => new_target,
        ),
        figureColumn<Marker>('变化', '平衡后 − 现任务量', (one) => {
          const delta = deltaOf(one)
          return delta === 0 ? '–' : delta > 0 ? `+${delta}` : `−${-delta}`
        }),
        figureColumn<Marker>(
          '平衡后还需',
          '（平衡后 − 已评）÷ 每小时',
          ({ new_hours_left, new_target }) => hoursText(new_hours_left, new_target),
        ),
      ]}
      rows={view.markers}
      rowKey={({ marker_id }) => marker_id}
      tone={(one) => (deltaOf(one) === 0 ? undefined : 'picked')}
    />
  )
}

const deltaOf = ({ new_target, target }: Marker): number => new_target - target

function hoursText(hours: number | null, target: number): string {
  if (target === 0) return '没有任务'
  if (hours === null) return '无法预计'
  if (hours === 0) return '已完成'
  return hours < 1 ? `${Math.max(1, Math.round(hours * 60))} 分钟` : `${hours.toFixed(1)} 小时`
}
