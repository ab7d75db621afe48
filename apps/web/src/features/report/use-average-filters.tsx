import { HTMLSelect } from '@blueprintjs/core'
import type { ReplyOf, reportClassAverages } from '@hengjuan/contracts'
import { filter, FilterField, Segmented, useUrlFilters } from '@hengjuan/ui'

const REFERENCES = ['', 'grade', 'district', 'joint', 'rest'] as const
const filters = {
  denominator: filter.oneOf(['present', 'registered'], 'present'),
  trim: filter.number(0),
  reference: filter.oneOf(REFERENCES, ''),
}
const TRIMS = [0, 3, 5, 10]
const IN_WORDS = { grade: '本校', district: '本区县', joint: '联考' } as const

type Offered = Pick<ReplyOf<typeof reportClassAverages>, 'references'>

/** Filters of the tables of averages: what with, what rates are of, and the mean without the lowest. */
export function useAverageFilters(noun: '班级' | '学校') {
  const { values, set } = useUrlFilters(filters)
  const { denominator, reference } = values
  const trim = TRIMS.includes(values.trim) ? values.trim : 0
  const rest = `其余${noun}`
  return {
    query: { denominator, trim, ...(reference === '' ? {} : { reference }) },
    chips: [
      ...(reference === '' ? [] : [`与${reference === 'rest' ? rest : IN_WORDS[reference]}相比`]),
      ...(denominator === 'registered' ? ['比率按应考人数'] : []),
      ...(trim > 0 ? [`去差均分 ${trim}%`] : []),
    ],
    renderFields: (reply: Offered | undefined) => (
      <>
        <FilterField label="与谁比">
          <HTMLSelect
            value={reference}
            onChange={({ currentTarget }) =>
              set({ reference: currentTarget.value as (typeof REFERENCES)[number] })
            }
          >
            {choicesOf(reply, reference).map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
            <option value="rest">{rest}</option>
          </HTMLSelect>
        </FilterField>
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

/** What is offered, the usual one without a name in the address; and what the address says, if it is another. */
function choicesOf(
  reply: Offered | undefined,
  asked: (typeof REFERENCES)[number],
): [value: string, name: string][] {
  const [usual, ...others] = reply?.references ?? []
  const known: [string, string][] = [
    ['', usual?.name ?? '全体'],
    ...others.map(({ code, name }): [string, string] => [code, name]),
  ]
  const isKnown = asked === 'rest' || known.some(([value]) => value === asked)
  return isKnown ? known : [...known, [asked, asked === '' ? '' : IN_WORDS[asked]]]
}
