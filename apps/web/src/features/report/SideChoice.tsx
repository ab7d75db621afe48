import { HTMLSelect } from '@blueprintjs/core'
import type { Frame } from '@hengjuan/contracts'
import { filter, FilterField, Segmented, useUrlFilters } from '@hengjuan/ui'

type Groups = readonly { id: number | null; name: string }[]

/** What stands side by side in a table, and which of it a chart lays over all. @source reports P08 */
export function useSides() {
  const { values, set } = useUrlFilters({
    by: filter.oneOf(['class', 'school'], 'class'),
    first: filter.id(),
    second: filter.id(),
  })
  const overlay = [values.first, values.second].filter((id) => id !== null)
  return {
    ...values,
    set,
    query: values.by === 'class' ? {} : { by: values.by },
    overlay: overlay.length === 0 ? {} : { overlay: [...new Set(overlay)].join(',') },
  }
}

/** Only where several schools are seen there is something to choose. */
export function ByChoice({ frame }: { frame: Frame | undefined }) {
  const { by, set } = useSides()
  if (!frame || frame.schools.length < 2) return null
  return (
    <Segmented
      label="并列"
      options={[
        { value: 'class', label: '各班' },
        { value: 'school', label: '各校' },
      ]}
      value={by}
      // A class is no school: what was laid over is chosen anew.
      onChange={(next) => set({ by: next, first: null, second: null })}
    />
  )
}

/** Up to two groups whose shape is seen against that of all. */
export function OverlayChoice({ groups }: { groups: Groups | undefined }) {
  const sides = useSides()
  if (!groups || groups.length < 2) return null
  return (['first', 'second'] as const).map((name) => {
    const other = name === 'first' ? sides.second : sides.first
    // The second one is asked for when there is a first.
    if (name === 'second' && sides.first === null) return null
    return (
      <FilterField key={name} label={name === 'first' ? '图中对照' : '与'}>
        <HTMLSelect
          value={sides[name] ?? ''}
          onChange={({ currentTarget: { value } }) =>
            sides.set({ [name]: value === '' ? null : Number(value) })
          }
        >
          <option value="">{name === 'first' ? '只看全体' : '不选'}</option>
          {groups
            .filter(({ id }) => id !== other)
            .map(({ id, name: label }) => (
              <option key={id} value={id ?? ''}>
                {label}
              </option>
            ))}
        </HTMLSelect>
      </FilterField>
    )
  })
}
