import type { ReplyOf, spotCheckList } from '@hengjuan/contracts'
import { type Column, PersonName, Score, StatusTag, Time } from '@hengjuan/ui'
import { type RecordResult, PAGE_ROWS } from './record-results.ts'

type Reply = ReplyOf<typeof spotCheckList>

/** A reading that was checked, and what came of it. */
export type SpotRecord = Reply['list'][number]

type Row = SpotRecord

export const RESULT_NAMES: Record<RecordResult, string> = {
  '': '全部',
  agreed: '合格',
  corrected: '改分',
  rejected: '打回重评',
  overruled: '打回并改分',
}

export const columns: Column<Row>[] = [
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

/** Which of all checks are shown, counted from the newest. */
export function pageText(page: number, total: number): string {
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
