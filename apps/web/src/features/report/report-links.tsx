import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { reportAddress, type ReportPageKey } from './report-address.ts'
import { useReportFilters } from './use-report-filters.ts'

interface Linked {
  student_name?: string
  exam_no?: string
  candidate_id?: number
  no?: string
  subject?: { subject_id: number }
}

/**
 * What leads on from any table: a name opens the student, a number the question. Not on the page that it leads to.
 *
 * @param isBeside the table stands in a drawer of another page
 */
export const linkCells = (
  page: ReportPageKey,
  isBeside = false,
): Record<string, (row: unknown) => ReactNode> => ({
  ...(page === 'student' && !isBeside
    ? {}
    : { student_name: (row: unknown) => <StudentLink row={row as Linked} /> }),
  ...(page === 'little' ? {} : { no: (row: unknown) => <ItemLink row={row as Linked} /> }),
})

function StudentLink({ row }: { row: Linked }) {
  const { kept } = useReportFilters()
  if (!row.candidate_id) return row.student_name
  const more = { keyword: row.exam_no ?? '', open: row.candidate_id }
  return <Link to={reportAddress('student', kept, more)}>{row.student_name}</Link>
}

function ItemLink({ row }: { row: Linked }) {
  const { kept } = useReportFilters()
  if (!row.no) return row.no
  const subject = row.subject ? { subject_id: row.subject.subject_id } : {}
  return (
    <Link to={reportAddress('little', { ...kept, ...subject }, { open: row.no })}>{row.no}</Link>
  )
}
