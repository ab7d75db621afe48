import { UNIT_FLAGS, type UnitFlag } from '@hengjuan/domain'
import css from './supervision.module.css'
import type { BlockRow } from './use-live-progress.ts'

const FLAGS = Object.keys(UNIT_FLAGS) as UnitFlag[]

/** Papers that are remarkable for how they came by their mark, each kind with its number; nothing without any. */
export function FlagLine(props: {
  rows: readonly Pick<BlockRow, 'flag_counts'>[]
  /** Opens the papers behind a number. */
  onPapers: (flag: UnitFlag) => void
}) {
  const counts = FLAGS.map((flag) => ({
    flag,
    count: props.rows.reduce((sum, { flag_counts }) => sum + (flag_counts?.[flag] ?? 0), 0),
  })).filter(({ count }) => count > 0)
  if (counts.length === 0) return null
  return (
    <p className={css['flags']} aria-label="需留意的试卷">
      <span className={css['muted']}>需留意</span>
      {counts.map(({ flag, count }) => (
        <button
          key={flag}
          type="button"
          className={css['chip']}
          title={`${UNIT_FLAGS[flag].meaning}。点开看这些试卷`}
          onClick={() => props.onPapers(flag)}
        >
          {UNIT_FLAGS[flag].name} <b>{count}</b>
        </button>
      ))}
    </p>
  )
}
