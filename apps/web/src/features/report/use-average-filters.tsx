import { HTMLSelect } from '@blueprintjs/core'
import { filter, FilterField, Segmented, useUrlFilters } from '@hengjuan/ui'

const filters = {
  denominator: filter.oneOf(['present', 'registered'], 'present'),
  trim: filter.number(0),
}
const TRIMS = [0, 3, 5, 10]

/** Filters of the tables of averages: what rates are of, and the mean without the lowest. */
export function useAverageFilters() {
  const { values, set } = useUrlFilters(filters)
  const { denominator } = values
  const trim = TRIMS.includes(values.trim) ? values.trim : 0
  return {
    query: { denominator, trim },
    chips: [
      ...(denominator === 'registered' ? ['比率按应考人数'] : []),
      ...(trim > 0 ? [`去差均分 ${trim}%`] : []),
    ],
    fields: (
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
    ),
  }
}
