import { formatMilli, worthText } from '@hengjuan/domain'
import { KeyOf } from '../../marking-core/keys/KeyOf.tsx'
import type { EntryChoice } from './entry-choice.ts'
import type { RubricEntryView } from './rubric-view.ts'
import css from './rubric.module.css'

/** What gives points, by point; pressed, an entry gives its points to the paper on the screen. */
export function RubricEntries(props: {
  points: readonly { id: number; name: string; full_milli: number }[]
  entries: readonly RubricEntryView[]
  /** Null where nothing can be given. */
  choice: EntryChoice | null
}) {
  const { entries, choice } = props
  const points = (choice?.points ?? props.points).filter(({ id }) =>
    entries.some(({ point_id }) => point_id === id),
  )
  return points.map((point) => (
    <section key={point.id} className={css['point']} aria-label={`${point.name}的给分依据`}>
      <h4 className={css['heading']}>
        {point.name} <small>/ {formatMilli(point.full_milli)}</small>
      </h4>
      <ul>
        {entries
          .filter(({ point_id }) => point_id === point.id)
          .map((entry) => (
            <li key={entry.entry_id}>
              {choice ? (
                <button
                  type="button"
                  className={css['entry']}
                  aria-pressed={choice.isChosen(entry)}
                  onClick={(event) => {
                    choice.onPress(entry)
                    // The next key belongs to the page again, not to this button.
                    event.currentTarget.blur()
                  }}
                >
                  <span className={css['entryKey']}>
                    <KeyOf bindings={choice.bindings} action={choice.slotOf(entry)} />
                  </span>
                  <b>{worthText(entry.milli)}</b> {entry.text}
                </button>
              ) : (
                <p className={css['entry']}>
                  <b>{worthText(entry.milli)}</b> {entry.text}
                </p>
              )}
            </li>
          ))}
      </ul>
    </section>
  ))
}
