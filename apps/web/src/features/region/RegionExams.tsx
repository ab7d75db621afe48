import { useRoute } from '@hengjuan/client/react'
import { districtExams, type ReplyOf } from '@hengjuan/contracts'
import { type Column, DataTable, EmptyState, Panel, StatusTag } from '@hengjuan/ui'

type RegionExam = ReplyOf<typeof districtExams>['list'][number]

const columns: Column<RegionExam>[] = [
  { key: 'name', title: '考试', width: 170, grow: true, frozen: true, render: ({ name }) => name },
  {
    key: 'state',
    title: '状态',
    width: 96,
    render: ({ published, step }) =>
      published ? (
        <StatusTag status="ok">已发布</StatusTag>
      ) : (
        <StatusTag status="busy">{step}</StatusTag>
      ),
  },
  { key: 'organiser', title: '主办', width: 136, render: (row) => row.organiser_name },
  { key: 'grade', title: '年级', width: 64, render: (row) => row.grade_name },
  { key: 'type', title: '类型', width: 72, rank: 1, render: (row) => row.type_name },
  { key: 'schools', title: '学校', width: 64, align: 'right', render: (row) => row.schools },
  {
    key: 'confirmed',
    title: '已确认',
    width: 80,
    align: 'right',
    render: ({ confirmed, schools, scope }) =>
      scope === 'joint' ? `${confirmed} / ${schools}` : '—',
  },
  { key: 'candidates', title: '考生', width: 72, align: 'right', render: (row) => row.candidates },
  { key: 'date', title: '考试日期', width: 104, render: (row) => row.start_date },
]

const LIMIT = 200

/** Exams of the bureau, and joint ones in which schools of the region take part; their figures are the region's. */
export function RegionExams(props: { onOpen: (exam: RegionExam) => void }) {
  const { data, error, refetch } = useRoute(districtExams, { query: { limit: LIMIT } })
  return (
    <Panel title="考试" note={data && `共 ${data.total} 场`} flush>
      <DataTable
        label="辖区考试"
        columns={columns}
        rows={data?.list}
        rowKey={({ exam_id }) => exam_id}
        error={error}
        onRetry={() => void refetch()}
        onOpenRow={props.onOpen}
        maxHeight="320px"
        empty={
          <EmptyState title="还没有考试">
            本机构组织的考试，以及有辖区学校参加的联考会出现在这里。
          </EmptyState>
        }
      />
    </Panel>
  )
}
