import { Link } from 'react-router'
import { reportAddress, type ReportPageKey } from './report-address.ts'
import { useReportFilters } from './use-report-filters.ts'

/** A count that opens who is counted; of nobody it is no link. @source reports 2.5 */
export function CountLink(props: {
  count: number
  /** What is counted, for who hears it: 70–80 分. */
  label: string
  to?: ReportPageKey
  classId?: number | null
  more: Record<string, string | number>
}) {
  const { kept } = useReportFilters()
  const { count, label, to = 'student', classId, more } = props
  if (count === 0) return <>0</>
  const filters = classId === undefined ? kept : { ...kept, class_id: classId }
  return (
    <Link to={reportAddress(to, filters, more)} title={`看是哪 ${count} 人：${label}`}>
      {count}
    </Link>
  )
}
