import { useRoute } from '@hengjuan/client/react'
import { supervisedSchools } from '@hengjuan/contracts'
import { DataTable, EmptyState } from '@hengjuan/ui'
import { useMay } from '../../session/session-store.ts'
import { type Row, type OnSchoolPapers, schoolColumns } from './school-columns.tsx'

/** How far the papers of each school are. */
export function SchoolTable(props: {
  examId: number
  subjectId: number | null
  onPapers: OnSchoolPapers
}) {
  const { examId, subjectId } = props
  const { data, error, refetch } = useRoute(
    supervisedSchools,
    { query: { exam_id: examId, ...(subjectId === null ? {} : { subject_id: subjectId }) } },
    { refetchInterval: 30_000 },
  )
  const mayReadStudents = useMay('student.read')
  const hasSchools = new Set(data?.list.map(({ school_id }) => school_id)).size > 1
  const candidatesOf = (row: Row, sheet: 'with' | 'any') =>
    `/MainPage/exam-manage/AffairManage/${examId}/studentManage?subject_id=${row.subject_id}&sheet=${sheet}${
      hasSchools ? `&school_id=${row.school_id}` : ''
    }`
  return (
    <DataTable
      label="各校进度"
      columns={schoolColumns(props.onPapers, mayReadStudents ? candidatesOf : null)}
      rows={data?.list}
      rowKey={(row) => `${row.school_id} ${row.subject_id}`}
      error={error}
      onRetry={() => void refetch()}
      maxHeight="560px"
      empty={<EmptyState title="还没有考生">导入考生名单后，这里按学校列出进度。</EmptyState>}
    />
  )
}
