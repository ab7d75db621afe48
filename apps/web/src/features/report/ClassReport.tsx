import { classReport, matrixColumns } from '@hengjuan/contracts'
import { ReportPage } from './ReportPage.tsx'
import { SecondTable } from './SecondTable.tsx'
import { useAverageFilters } from './use-average-filters.tsx'

/** The classes beside each other and beside the grade. @source reports P04 */
export function ClassReport(props: { mayExport: boolean }) {
  const { query, chips, renderFields } = useAverageFilters('班级')
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
      renderFilters={renderFields}
      renderBelow={({ matrix, subjects }) =>
        matrix.length > 1 && subjects.length > 1 ? (
          <SecondTable
            title="班级×科目"
            columns={matrixColumns(subjects, '班级')}
            rows={matrix}
            rowKey={({ id }) => id}
            isHeated
          />
        ) : null
      }
    />
  )
}
