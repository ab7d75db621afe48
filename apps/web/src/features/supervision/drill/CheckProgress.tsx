import { useRoute } from '@hengjuan/client/react'
import { checkBlockStatus, type ReplyOf } from '@hengjuan/contracts'
import { type Column, DataTable, EmptyState, Figure, PersonName, ProgressBar } from '@hengjuan/ui'
import { Judged } from '../Judged.tsx'
import { countText, rate } from '../words.ts'
import css from './drill.module.css'
import type { Drill } from './ReadingDrawer.tsx'

type Row = ReplyOf<typeof checkBlockStatus>['markers'][number]

const columns = (daily: number, onDrill: (drill: Drill) => void): Column<Row>[] => [
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

const drillOf = (
  { marker_id, name }: Row,
  what = '评阅',
  more: Omit<Drill['query'], 'marker_id'> = {},
): Drill => ({
  title: `${name}的${what}`,
  query: { marker_id, ...more },
  marker: { marker_id, name },
})

/** How much of each marker's work was checked, and what came of it; a row opens the readings. */
export function CheckProgress(props: {
  examId: number
  blockId: number
  onDrill: (drill: Drill) => void
}) {
  const { data, error, refetch } = useRoute(checkBlockStatus, {
    query: { exam_id: props.examId, block_id: props.blockId },
  })
  return (
    <>
      <DataTable
        label="抽查进度"
        columns={columns(data?.daily_target ?? 0, props.onDrill)}
        rows={data?.markers}
        rowKey={(row) => row.marker_id}
        error={error}
        onRetry={() => void refetch()}
        onOpenRow={(row) => props.onDrill(drillOf(row))}
        maxHeight="420px"
        empty={<EmptyState title="还没有评阅可以抽查">教师提交评阅后显示抽查进度。</EmptyState>}
      />
      {data && (
        <p className={css['muted']} style={{ marginTop: 8 }}>
          应抽查为每位教师已评份数的 {data.share_percent}%；合格率的分母为已抽查的份数
        </p>
      )}
    </>
  )
}
