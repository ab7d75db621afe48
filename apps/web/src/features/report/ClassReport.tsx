import { HTMLSelect } from '@blueprintjs/core'
import { classReport } from '@hengjuan/contracts'
import { filter, FilterField, Segmented, useUrlFilters } from '@hengjuan/ui'
import { ReportPage } from './ReportPage.tsx'

const filters = {
  denominator: filter.oneOf(['present', 'registered'], 'present'),
  trim: filter.number(0),
}
const TRIMS = [0, 3, 5, 10]

/** The classes beside each other and beside the grade. @source reports P04 */
export function ClassReport(props: { mayExport: boolean }) {
  const { values, set } = useUrlFilters(filters)
  const { denominator } = values
  const trim = TRIMS.includes(values.trim) ? values.trim : 0
  return (
    <ReportPage
      report={classReport}
      page="class"
      mayExport={props.mayExport}
      rowKey={({ group, is_reference }) => (is_reference ? 0 : (group.id ?? 0))}
      query={{ denominator, trim }}
      chips={[
        ...(denominator === 'registered' ? ['比率按应考人数'] : []),
        ...(trim > 0 ? [`去差均分 ${trim}%`] : []),
      ]}
      isSummary={(row) => row.is_reference}
      note="▲▼ 为多班同时比较后仍显著，灰色为误差范围内"
      renderFilters={() => (
        <>
          <Segmented
            label="比率分母"
            options={[
              { value: 'present', label: '按实考' },
              { value: 'registered', label: '按应考' },
            ]}
            value={denominator}
            onChange={(next) => set({ denominator: next })}
          />
          <FilterField label="去差均分">
            <HTMLSelect
              value={trim}
              onChange={({ currentTarget }) => set({ trim: Number(currentTarget.value) })}
            >
              {TRIMS.map((percent) => (
                <option key={percent} value={percent}>
                  {percent === 0 ? '不显示' : `去掉最低 ${percent}%`}
                </option>
              ))}
            </HTMLSelect>
          </FilterField>
        </>
      )}
    />
  )
}
