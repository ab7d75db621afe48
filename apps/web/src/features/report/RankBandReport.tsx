import { rankBandReport } from '@hengjuan/contracts'
import { filter, FilterField, useUrlFilters } from '@hengjuan/ui'
import { HTMLSelect } from '@blueprintjs/core'
import { ReportPage } from './ReportPage.tsx'

const filters = { width: filter.number(0) }
const WIDTHS = [5, 10, 20, 50, 100, 200, 500, 1000]

/** How the bands of ranks are made up of the classes. @source reports P08 */
export function RankBandReport(props: { mayExport: boolean }) {
  const { values, set } = useUrlFilters(filters)
  const width = WIDTHS.includes(values.width) ? values.width : 0
  return (
    <ReportPage
      report={rankBandReport}
      page="rankBand"
      mayExport={props.mayExport}
      rowKey={({ from }) => from}
      query={width === 0 ? {} : { width }}
      note="与应占之比：1 为与班级人数相称，2 为两倍"
      renderFilters={() => (
        <FilterField label="每段">
          <HTMLSelect
            value={width}
            onChange={({ currentTarget }) => set({ width: Number(currentTarget.value) })}
          >
            <option value={0}>约十段</option>
            {WIDTHS.map((one) => (
              <option key={one} value={one}>
                {one} 名
              </option>
            ))}
          </HTMLSelect>
        </FilterField>
      )}
      empty={{
        title: '没有可见的名次',
        text: '当前角色按学校设置不能查看这个范围的名次，或还没有参加排名的考生。',
      }}
    />
  )
}
