import { exceptionSummary, type ReplyOf } from '@hengjuan/contracts'
import { useRoute } from '@hengjuan/client/react'
import { type Column, DataTable, EmptyState, Pending, ProgressBar, StatusTag } from '@hengjuan/ui'
import { useNavigate } from 'react-router'
import { categoryLabel } from '@hengjuan/scan-review'
import { handlePath } from './handle-path.ts'
import css from './scan-errors.module.css'

type Row = ReplyOf<typeof exceptionSummary>[number]

const columns: Column<Row>[] = [
  {
    key: 'exam',
    title: '考试',
    width: 220,
    grow: true,
    frozen: true,
    render: (row) => row.exam_name,
  },
  { key: 'subject', title: '科目', width: 80, render: (row) => row.subject_name },
  {
    key: 'date',
    title: '考试日期',
    width: 110,
    render: (row) => row.start_date,
    sortBy: (row) => row.start_date,
  },
  {
    key: 'scanned',
    title: '已扫考生',
    width: 130,
    render: (row) => <ProgressBar done={row.scanned} total={row.expected} label="已扫考生" />,
    sortBy: (row) => row.scanned / Math.max(1, row.expected),
  },
  {
    key: 'open',
    title: '待处理',
    width: 90,
    align: 'right',
    render: (row) =>
      row.open === 0 ? (
        <StatusTag status="ok">0</StatusTag>
      ) : (
        <StatusTag status="warn">{row.open}</StatusTag>
      ),
    sortBy: (row) => row.open,
  },
  {
    key: 'categories',
    title: '类别',
    width: 240,
    grow: true,
    render: (row) =>
      row.by_category
        .map(({ category, open }) => `${categoryLabel(category)} ${open}`)
        .join('，') || '—',
  },
  {
    key: 'handled',
    title: '已处理',
    width: 80,
    align: 'right',
    render: (row) => row.handled,
    sortBy: (row) => row.handled,
  },
]

/** Exceptions of every exam in reach, one row a subject. */
export function ErrorSummary(props: { examId: number | null }) {
  const navigate = useNavigate()
  const { data, error, refetch } = useRoute(
    exceptionSummary,
    { query: props.examId === null ? {} : { exam_id: props.examId } },
    { refetchInterval: 10_000 },
  )
  if (!data) return <Pending size="large" error={error} refetch={refetch} lines={8} />
  if (data.length === 0)
    return (
      <EmptyState title="还没有扫描数据" size="large">
        在扫描端上传答题卡后，各科目的异常会汇总在这里。
      </EmptyState>
    )
  return (
    <div className={css['table']}>
      <DataTable
        columns={columns}
        rows={data}
        rowKey={(row) => `${row.exam_id}-${row.subject_id}`}
        label="异常汇总"
        empty={null}
        onOpenRow={(row) => void navigate(handlePath(row.exam_id, row.subject_id))}
      />
    </div>
  )
}
