import { abnormalSpecials, type ReplyOf } from '@hengjuan/contracts'
import { useRoute } from '@hengjuan/client/react'
import { type Column, DataTable, EmptyState, Time } from '@hengjuan/ui'
import type { ExamSubject } from '../use-decisions.ts'
import css from './abnormal.module.css'

type Row = ReplyOf<typeof abnormalSpecials>['list'][number]

const LISTED = 500

const columns: Column<Row>[] = [
  {
    key: 'no',
    title: '考号',
    width: 120,
    render: (row) => row.exam_no,
    sortBy: (row) => row.exam_no,
  },
  { key: 'name', title: '姓名', width: 100, render: (row) => row.name },
  { key: 'class', title: '班级', width: 120, render: (row) => row.class_name },
  { key: 'school', title: '学校', width: 160, render: (row) => row.school_name },
  { key: 'note', title: '特殊的原因', width: 240, grow: true, render: (row) => row.note },
  {
    key: 'open',
    title: '待处理题块',
    width: 110,
    align: 'right',
    render: (row) => row.open_blocks,
    sortBy: (row) => row.open_blocks,
  },
  { key: 'by', title: '标记人', width: 100, render: (row) => row.by_name },
  {
    key: 'at',
    title: '标记时间',
    width: 120,
    render: (row) => <Time at={row.at} />,
    sortBy: (row) => row.at,
  },
]

/** Papers that somebody marked as special, and why. */
export function SpecialList(props: { at: ExamSubject; onOpen: (candidateId: number) => void }) {
  const { data, error, refetch } = useRoute(abnormalSpecials, {
    query: { ...props.at, limit: LISTED },
  })
  return (
    <div className={css['table']}>
      <DataTable
        columns={columns}
        rows={data?.list}
        rowKey={(row) => row.candidate_id}
        label="特殊试卷"
        error={error}
        onRetry={() => void refetch()}
        onOpenRow={(row) => props.onOpen(row.candidate_id)}
        empty={
          <EmptyState title="没有特殊试卷">
            在试卷的「更多」里可以把它标为特殊试卷，并写明原因。
          </EmptyState>
        }
      />
    </div>
  )
}
