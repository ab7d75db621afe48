import { Button } from '@blueprintjs/core'
import { useRoute } from '@hengjuan/client/react'
import { type ReplyOf, SPOT_RESULTS, spotCheckList } from '@hengjuan/contracts'
import { type Column, DataTable, EmptyState, Score, Segmented, StatusTag, Time } from '@hengjuan/ui'
import css from './spot.module.css'

type Reply = ReplyOf<typeof spotCheckList>
/** A reading that was checked, and what came of it. */
type SpotRecord = Reply['list'][number]
type Row = SpotRecord

/** Results as the address of the page names them; empty for whatever came. */
export const RECORD_RESULTS = ['', ...SPOT_RESULTS] as const
type RecordResult = (typeof RECORD_RESULTS)[number]

const RESULT_NAMES: Record<RecordResult, string> = {
  '': '全部',
  agreed: '合格',
  corrected: '改分',
  rejected: '打回重评',
  overruled: '打回并改分',
}

/** More than a person looks through; all of them are in the exported list. */
const MOST_ROWS = 500

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

/** Checks made, newest first. What came of them opens the checks of which it came; a row opens its paper. */
export function SpotRecords(props: {
  query: { exam_id: number; subject_id?: number; block_id?: number; marker_id?: number }
  result: RecordResult
  onResult: (result: RecordResult) => void
  /** Widens the list to the whole exam; null where it is not narrowed. */
  onAll: (() => void) | null
  onOpen: (record: SpotRecord) => void
}) {
  const { result } = props
  const { data, error, refetch } = useRoute(spotCheckList, {
    query: { ...props.query, ...(result === '' ? {} : { result }), limit: MOST_ROWS },
  })
  const { list, counts, total = 0 } = data ?? {}
  const made = counts && counts.agreed + counts.corrected + counts.rejected + counts.overruled
  return (
    <>
      {counts && (
        <div className={css['records']}>
          <Segmented
            label="抽查结果"
            options={RECORD_RESULTS.map((value) => ({
              value,
              label: RESULT_NAMES[value],
              count: value === '' ? (made ?? 0) : counts[value],
            }))}
            value={result}
            onChange={props.onResult}
          />
          <span role="status">
            {props.onAll && `按题块、教师筛选，共 ${made} 次抽查`}
            {total > MOST_ROWS && `显示最近 ${MOST_ROWS} 次，导出的列表中有全部 ${total} 次`}
          </span>
          {props.onAll && (
            <Button size="small" variant="minimal" onClick={props.onAll}>
              查看全部
            </Button>
          )}
        </div>
      )}
      <DataTable
        label="抽查记录"
        columns={columns}
        rows={list}
        rowKey={(row) => row.id}
        onOpenRow={props.onOpen}
        error={error}
        onRetry={() => void refetch()}
        empty={
          result === '' ? (
            <EmptyState title="还没有抽查记录">在「抽查」中看过的评阅和结果会列在这里。</EmptyState>
          ) : (
            <EmptyState
              title={`没有「${RESULT_NAMES[result]}」的抽查`}
              action={<Button onClick={() => props.onResult('')}>查看全部结果</Button>}
            />
          )
        }
      />
    </>
  )
}

function Result({ row }: { row: Row }) {
  if (row.is_rejected === 1)
    return (
      <StatusTag status="bad">
        {RESULT_NAMES[row.is_marked === 1 ? 'overruled' : 'rejected']}
      </StatusTag>
    )
  return row.is_marked === 1 ? (
    <StatusTag status="warn">改分</StatusTag>
  ) : (
    <StatusTag status="ok">合格</StatusTag>
  )
}
