import { HTMLSelect } from '@blueprintjs/core'
import { rankBandReport } from '@hengjuan/contracts'
import { filter, FilterField, Segmented, useUrlFilters } from '@hengjuan/ui'
import { ReportPage } from './ReportPage.tsx'
import { ByChoice, useSides } from './SideChoice.tsx'

const filters = { width: filter.number(0), unit: filter.oneOf(['rank', 'percent'], 'rank') }
const WIDTHS = {
  rank: [5, 10, 20, 50, 100, 200, 500, 1000],
  percent: [1, 2, 5, 10, 20, 25, 50],
}

/** How the bands of ranks are made up of the classes. @source reports P08 */
export function RankBandReport(props: { mayExport: boolean }) {
  const { values, set } = useUrlFilters(filters)
  const { unit } = values
  const sides = useSides()
  const width = WIDTHS[unit].includes(values.width) ? values.width : 0
  const unitName = unit === 'rank' ? '名' : '%'
  return (
    <ReportPage
      report={rankBandReport}
      page="rankBand"
      mayExport={props.mayExport}
      rowKey={({ from }) => from}
      query={{
        ...(width === 0 ? {} : { width }),
        ...(unit === 'rank' ? {} : { unit }),
        ...sides.query,
      }}
      chips={unit === 'rank' ? [] : ['按百分比分段']}
      note="与应占之比：1 为与人数相称，2 为两倍"
      renderFilters={(reply) => (
        <>
          <Segmented
            label="分段"
            options={[
              { value: 'rank', label: '按名次' },
              { value: 'percent', label: '按百分比' },
            ]}
            value={unit}
            onChange={(next) => set({ unit: next, width: 0 })}
          />
          <FilterField label="每段">
            <HTMLSelect
              value={width}
              onChange={({ currentTarget }) => set({ width: Number(currentTarget.value) })}
            >
              <option value={0}>约十段</option>
              {WIDTHS[unit].map((one) => (
                <option key={one} value={one}>
                  {one} {unitName}
                </option>
              ))}
            </HTMLSelect>
          </FilterField>
          <ByChoice frame={reply} />
        </>
      )}
      empty={{
        title: '没有可见的名次',
        text: '当前角色按学校设置不能查看这个范围的名次，或还没有参加排名的考生。',
      }}
    />
  )
}
