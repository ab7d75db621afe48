import { abnormalExams, type ReplyOf } from '@hengjuan/contracts'
import { useRoute } from '@hengjuan/client/react'
import { type Column, DataTable, EmptyState, StatusTag, Time } from '@hengjuan/ui'
import { useNavigate } from 'react-router'
import { abnormalPath } from './use-abnormal.ts'

type Row = ReplyOf<typeof abnormalExams>[number]

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
    key: 'sheets',
    title: '待处理试卷',
    width: 110,
    align: 'right',
    sortBy: (row) => row.open_sheets,
    render: (row) => (
      <StatusTag status={row.open_sheets === 0 ? 'ok' : 'warn'}>{row.open_sheets}</StatusTag>
    ),
  },
  {
    key: 'blocks',
    title: '待处理题块',
    width: 110,
    align: 'right',
    sortBy: (row) => row.open_blocks,
    render: (row) => row.open_blocks,
  },
  {
    key: 'done',
    title: '已处理题块',
    width: 110,
    align: 'right',
    sortBy: (row) => row.done_blocks,
    render: (row) => row.done_blocks,
  },
  {
    key: 'oldest',
    title: '最早退回',
    width: 130,
    render: (row) => <Time at={row.oldest_at} />,
    sortBy: (row) => row.oldest_at,
  },
]

/** Subjects of which papers were sent back to cutting; a row opens their work list. */
export function AbnormalSummary(props: { examId: number | null }) {
  const navigate = useNavigate()
  const { data, error, refetch } = useRoute(abnormalExams, {}, { refetchInterval: 10_000 })
  return (
    <DataTable
      columns={columns}
      rows={data?.filter(({ exam_id }) => props.examId === null || exam_id === props.examId)}
      rowKey={(row) => `${row.exam_id}-${row.subject_id}`}
      label="退回切图的试卷"
      error={error}
      onRetry={() => void refetch()}
      maxHeight="260px"
      empty={
        <EmptyState title="没有退回切图的试卷">
          题组长把问题卷「退回切图」后，试卷会出现在这里，等待重新切割或更换图像。
        </EmptyState>
      }
      onOpenRow={(row) => void navigate(abnormalPath(row))}
    />
  )
}
