import { classReport } from '@hengjuan/contracts'
import { ReportPage } from './ReportPage.tsx'
import { useAverageFilters } from './use-average-filters.tsx'

/** The classes beside each other and beside the grade. @source reports P04 */
export function ClassReport(props: { mayExport: boolean }) {
  const { query, chips, fields } = useAverageFilters()
  return (
    <ReportPage
      report={classReport}
      page="class"
      mayExport={props.mayExport}
      rowKey={({ group, is_reference }) => (is_reference ? 0 : (group.id ?? 0))}
      query={query}
      chips={chips}
      isSummary={(row) => row.is_reference}
      note="▲▼ 为多班同时比较后仍显著，灰色为误差范围内"
      renderFilters={() => fields}
    />
  )
}
