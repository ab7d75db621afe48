import { useRoute } from '@hengjuan/client/react'
import { type ReplyOf, spotCheckList } from '@hengjuan/contracts'
import { type Column, DataTable, EmptyState, Score, StatusTag } from '@hengjuan/ui'

type Row = ReplyOf<typeof spotCheckList>['list'][number]

const columns: Column<Row>[] = [
  {
    key: 'marker',
    title: '阅卷教师',
    width: 104,
    frozen: true,
    render: (row) => row.marker_name,
    sortBy: (row) => row.marker_name,
  },
  {
    key: 'block',
    title: '科目 · 题块',
    width: 140,
    grow: true,
    render: (row) => `${row.subject_name} · ${row.block_name}`,
  },
  { key: 'code', title: '密号', width: 100, render: (row) => <code>{row.secret_code}</code> },
  {
    key: 'score',
    title: '原给分',
    width: 80,
    align: 'right',
    render: (row) => <Score value={row.score_milli} />,
    sortBy: (row) => row.score_milli,
  },
  { key: 'result', title: '结果', width: 110, render: (row) => <Result row={row} /> },
  {
    key: 'corrected',
    title: '改分',
    width: 80,
    align: 'right',
    render: (row) => <Score value={row.reject_milli} />,
  },
  { key: 'comment', title: '意见', width: 160, grow: true, render: (row) => row.comment || '–' },
  { key: 'checker', title: '抽查人', width: 88, render: (row) => row.checker_name },
  {
    key: 'at',
    title: '时间',
    width: 116,
    render: (row) => (
      <span title={new Date(row.checked_at).toLocaleString('zh-CN', { hour12: false })}>
        {shortTime(row.checked_at)}
      </span>
    ),
    sortBy: (row) => row.checked_at,
  },
]

const shortTime = (at: string): string =>
  new Date(at).toLocaleString('zh-CN', {
    month: 'numeric',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hour12: false,
  })

/** Checks made, newest first. */
export function SpotRecords(props: {
  query: { exam_id: number; subject_id?: number; block_id?: number }
}) {
  const { data, error, refetch } = useRoute(spotCheckList, {
    query: { ...props.query, limit: 500 },
  })
  return (
    <DataTable
      label="抽查记录"
      columns={columns}
      rows={data?.list}
      rowKey={(row) => row.id}
      error={error}
      onRetry={() => void refetch()}
      empty={
        <EmptyState title="还没有抽查记录">在「抽查」中看过的评阅和结果会列在这里。</EmptyState>
      }
    />
  )
}

function Result({ row }: { row: Row }) {
  if (row.is_rejected === 1)
    return <StatusTag status="bad">{row.is_marked === 1 ? '打回并改分' : '打回重评'}</StatusTag>
  return row.is_marked === 1 ? (
    <StatusTag status="warn">改分</StatusTag>
  ) : (
    <StatusTag status="ok">合格</StatusTag>
  )
}
