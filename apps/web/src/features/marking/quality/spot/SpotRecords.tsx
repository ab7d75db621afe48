import { Button, ButtonGroup } from '@blueprintjs/core'
import { useRoute } from '@hengjuan/client/react'
import { type ReplyOf, SPOT_RESULTS, spotCheckList } from '@hengjuan/contracts'
import {
  type Column,
  DataTable,
  EmptyState,
  PersonName,
  ReasonButton,
  Score,
  Segmented,
  StatusTag,
  Time,
} from '@hengjuan/ui'
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

/** More than a person looks through at a time. */
const PAGE_ROWS = 500

const columns: Column<Row>[] = [
  {
    key: 'marker',
    title: '阅卷教师',
    width: 104,
    frozen: true,
    render: (row) => <PersonName name={row.marker_name} />,
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
  /** The first has the newest. */
  page: number
  onPage: (page: number) => void
  /** Widens the list to the whole exam; null where it is not narrowed. */
  onAll: (() => void) | null
  onOpen: (record: SpotRecord) => void
}) {
  const { result, page } = props
  const { data, error, refetch } = useRoute(spotCheckList, {
    query: { ...props.query, ...(result === '' ? {} : { result }), page, limit: PAGE_ROWS },
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
            {total > PAGE_ROWS && pageText(page, total)}
          </span>
          {total > PAGE_ROWS && (
            <ButtonGroup>
              <ReasonButton
                size="small"
                reason={page <= 1 ? '已是最新的一页' : null}
                onClick={() => props.onPage(page - 1)}
              >
                较新的
              </ReasonButton>
              <ReasonButton
                size="small"
                reason={page * PAGE_ROWS >= total ? '没有更早的抽查了' : null}
                onClick={() => props.onPage(page + 1)}
              >
                较早的
              </ReasonButton>
            </ButtonGroup>
          )}
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
          page > 1 ? (
            <EmptyState
              title="没有更早的抽查"
              action={<Button onClick={() => props.onPage(1)}>查看最新的抽查</Button>}
            />
          ) : result === '' ? (
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

/** Which of all checks are shown, counted from the newest. */
function pageText(page: number, total: number): string {
  const from = (page - 1) * PAGE_ROWS + 1
  return `第 ${from}–${Math.min(page * PAGE_ROWS, total)} 次，新的在前，共 ${total} 次`
}

function resultOf({ is_rejected, is_marked }: Row): RecordResult {
  if (is_rejected === 1) return is_marked === 1 ? 'overruled' : 'rejected'
  return is_marked === 1 ? 'corrected' : 'agreed'
}

function Result({ row }: { row: Row }) {
  if (row.withdrawn_at !== null)
    return (
      <StatusTag
        status="idle"
        title={`${RESULT_NAMES[resultOf(row)]}，后来撤销了${row.is_marked === 1 ? '裁定' : '打回'}，不计入打回和合格`}
      >
        已撤销
      </StatusTag>
    )
  if (row.is_rejected === 1)
    return <StatusTag status="bad">{RESULT_NAMES[resultOf(row)]}</StatusTag>
  return row.is_marked === 1 ? (
    <StatusTag status="warn">改分</StatusTag>
  ) : (
    <StatusTag status="ok">合格</StatusTag>
  )
}
