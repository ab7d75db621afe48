import type { ReplyOf, supervisedPapers } from '@hengjuan/contracts'
import { UNIT_FLAGS, type UnitFlag } from '@hengjuan/domain'
import { Segmented } from '@hengjuan/ui'
import css from './drill.module.css'

/** Papers by what is remarkable about them, with what it means and what to do; nothing where nothing is. */
export function FlagFilter(props: {
  counts: ReplyOf<typeof supervisedPapers>['flag_counts']
  value: UnitFlag | null
  onChange: (flag: UnitFlag | null) => void
}) {
  const { counts, value } = props
  const flags = (Object.keys(UNIT_FLAGS) as UnitFlag[]).filter(
    (flag) => counts[flag] > 0 || flag === value,
  )
  if (flags.length === 0) return null
  return (
    <div className={css['flags']}>
      <Segmented
        label="需留意的试卷"
        options={[
          { value: 'all' as const, label: '全部' },
          ...flags.map((flag) => ({
            value: flag,
            label: UNIT_FLAGS[flag].name,
            count: counts[flag],
          })),
        ]}
        value={value ?? 'all'}
        onChange={(next) => props.onChange(next === 'all' ? null : next)}
      />
      {value !== null && (
        <p className={css['muted']}>
          {UNIT_FLAGS[value].meaning}。{UNIT_FLAGS[value].todo}。
        </p>
      )}
    </div>
  )
}
