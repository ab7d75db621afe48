import { matrixColumns, schoolReport } from '@hengjuan/contracts'
import { ReportPage } from './ReportPage.tsx'
import { SecondTable } from './SecondTable.tsx'
import { useAverageFilters } from './use-average-filters.tsx'

/** The schools of a joint exam beside each other and beside all of it. @source reports P04 */
export function SchoolReport(props: { mayExport: boolean }) {
  const { query, chips, renderFields } = useAverageFilters('学校')
  return (
    <ReportPage
      report={schoolReport}
      page="school"
      mayExport={props.mayExport}
      rowKey={({ group, is_reference }) => (is_reference ? 0 : (group.id ?? 0))}
      query={query}
      chips={chips}
      isSummary={(row) => row.is_reference}
      note="▲▼ 为多校同时比较后仍显著，灰色为误差范围内"
      renderFilters={renderFields}
      renderBelow={({ matrix, subjects }) =>
        matrix.length > 1 && subjects.length > 1 ? (
          <SecondTable
            title="学校×科目"
            columns={matrixColumns(subjects, '学校')}
            rows={matrix}
            rowKey={({ id }) => id}
            isHeated
          />
        ) : null
      }
    />
  )
}
