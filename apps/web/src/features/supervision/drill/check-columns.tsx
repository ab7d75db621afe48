import type { checkBlockStatus, ReplyOf } from '@hengjuan/contracts'
import { type Column, Figure, PersonName, ProgressBar } from '@hengjuan/ui'
import { Judged } from '../Judged.tsx'
import { countText, rate } from '../words.ts'
import css from './drill.module.css'
import type { Drill } from './ReadingDrawer.tsx'

type Row = ReplyOf<typeof checkBlockStatus>['markers'][number]

export const checkColumns = (daily: number, onDrill: (drill: Drill) => void): Column<Row>[] => [
  {
    key: 'name',
    title: '教师',
    width: 110,
    frozen: true,
    sortBy: (row) => row.name,
    render: (row) => <PersonName name={row.name} />,
  },
  {
    key: 'checked',
    title: '已抽查 / 应抽查',
    width: 200,
    grow: true,
    sortBy: (row) => row.checked - row.target,
    render: (row) => (
      <div className={css['bar']}>
        <ProgressBar
          label={`${row.name}的抽查`}
          done={Math.min(row.checked, row.target)}
          total={row.target}
          status={row.checked >= row.target ? 'ok' : 'busy'}
        />
      </div>
    ),
  },
  {
    key: 'readings',
    title: '已评',
    width: 72,
    align: 'right',
    render: (row) => (
      <Figure
        formula={`${row.name}已提交、仍有效的评阅份数`}
        onOpen={row.readings > 0 ? () => onDrill(drillOf(row)) : undefined}
      >
        {row.readings}
      </Figure>
    ),
  },
  {
    key: 'today',
    title: '本日',
    width: 84,
    align: 'right',
    render: (row) => (
      <Figure
        formula={`今天抽查${row.name}的份数 / 每天每位教师应抽查的 ${daily} 份`}
        onOpen={
          row.checked_today > 0
            ? () => onDrill(drillOf(row, '评阅（本日抽查）', { kind: 'checked_today' }))
            : undefined
        }
      >
        {row.checked_today}/{daily}
      </Figure>
    ),
  },
  {
    key: 'rejected',
    title: '打回',
    width: 72,
    align: 'right',
    render: (row) => (
      <Figure
        formula={`${row.name}的评阅抽查后被打回的次数；点数字看被打回过的评阅`}
        onOpen={
          row.rejected > 0
            ? () => onDrill(drillOf(row, '被打回过的评阅', { kind: 'sent_back' }))
            : undefined
        }
      >
        {row.rejected}
      </Figure>
    ),
  },
  {
    key: 'corrected',
    title: '改分',
    width: 72,
    align: 'right',
    render: (row) => (
      <Figure
        formula={`抽查时改了${row.name}给分的份数，含打回并改分`}
        onOpen={
          row.corrected > 0
            ? () => onDrill(drillOf(row, '被改分的评阅', { kind: 'corrected' }))
            : undefined
        }
      >
        {row.corrected}
      </Figure>
    ),
  },
  {
    key: 'pass',
    title: '合格率',
    hint: '没有被打回的份数 / 已抽查份数；不足 20 份时只显示份数',
    width: 88,
    align: 'right',
    render: (row) => (
      <Judged n={row.pass.den} few={countText(row.pass)}>
        {rate(row.pass)}
      </Judged>
    ),
  },
]

export const drillOf = (
  { marker_id, name }: Row,
  what = '评阅',
  more: Omit<Drill['query'], 'marker_id'> = {},
): Drill => ({
  title: `${name}的${what}`,
  query: { marker_id, ...more },
  marker: { marker_id, name },
})
