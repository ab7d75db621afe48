import { Button } from '@blueprintjs/core'
import { useRoute } from '@hengjuan/client/react'
import { type ReplyOf, spotCheckList } from '@hengjuan/contracts'
import { type Column, DataTable, EmptyState, Score, StatusTag, Time } from '@hengjuan/ui'
import css from './spot.module.css'

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
    render: (row) => <Time at={row.checked_at} />,
    sortBy: (row) => row.checked_at,
  },
]

/** Checks made, newest first. */
export function SpotRecords(props: {
  query: { exam_id: number; subject_id?: number; block_id?: number; marker_id?: number }
  /** Widens the list to the whole exam; null where it is not narrowed. */
  onAll: (() => void) | null
}) {
  const { data, error, refetch } = useRoute(spotCheckList, {
    query: { ...props.query, limit: 500 },
  })
  const { list, total } = data ?? {}
  return (
    <>
      {data && (
        <p className={css['records']} role="status">
          {props.onAll ? '按题块、教师筛选，' : ''}共 {total} 次抽查：改分 {data.corrected}，打回{' '}
          {data.rejected}，其余合格
          {props.onAll && (
            <Button size="small" variant="minimal" onClick={props.onAll}>
              查看全部
            </Button>
          )}
        </p>
      )}
      <DataTable
        label="抽查记录"
        columns={columns}
        rows={list}
        rowKey={(row) => row.id}
        error={error}
        onRetry={() => void refetch()}
        empty={
          <EmptyState title="还没有抽查记录">在「抽查」中看过的评阅和结果会列在这里。</EmptyState>
        }
      />
    </>
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
