import { Button } from '@blueprintjs/core'
import { useState } from 'react'
import { formatMilli, worthText } from '@hengjuan/domain'
import type { EntryChoice } from './entry-choice.ts'
import { Notes } from './Notes.tsx'
import { Saved } from './Saved.tsx'
import { RubricDialog } from './RubricDialog.tsx'
import { RubricDifference } from './RubricDifference.tsx'
import { noText, type RubricEntryView } from './rubric-view.ts'
import { useRubric } from './use-rubric.ts'
import { KeyOf } from '../../marking-core/keys/KeyOf.tsx'
import css from './rubric.module.css'

/** The marking scheme of a block with what changed in it, and beneath it what its leaders answered for everybody. */
export function RubricText(props: {
  blockId: number
  /** What the page knows of it until it was read. */
  text: string
  /** Where entries can be chosen for the paper on the screen. */
  choice?: EntryChoice | null
}) {
  const { blockId } = props
  const { rubric, error } = useRubric(blockId)
  const [isEditing, setEditing] = useState(false)
  const text = rubric?.shown.text ?? props.text
  const entries = rubric?.shown.entries ?? []
  return (
    <section
      className={css['root']}
      data-empty={text === '' && entries.length === 0 ? '' : undefined}
      aria-label="评分标准"
    >
      {rubric && (rubric.version > 0 || rubric.may_change) && (
        <header className={css['version']}>
          <small>
            {rubric.version > 0 && (
              <>
                第 {rubric.version} 版 · <Saved version={rubric.shown} />
              </>
            )}
          </small>
          {rubric.may_change && (
            <Button size="small" variant="minimal" onClick={() => setEditing(true)}>
              修改
            </Button>
          )}
        </header>
      )}
      {rubric?.before && (
        <details className={css['news']} open>
          <summary>
            与您上一份评阅时{rubric.before.version > 0 ? `的第 ${rubric.before.version} 版` : ''}
            相比
          </summary>
          {rubric.shown.note !== '' && <p>{rubric.shown.note}</p>}
          <RubricDifference before={rubric.before} after={rubric.shown} />
        </details>
      )}
      {(text !== '' || entries.length === 0) && (
        <p className={css['text']}>{text || noText({ isRead: rubric !== undefined, error })}</p>
      )}
      {rubric && (
        <RubricEntries points={rubric.points} entries={entries} choice={props.choice ?? null} />
      )}
      <Notes blockId={blockId} />
      {rubric?.may_change && isEditing && (
        <RubricDialog blockId={blockId} onClose={() => setEditing(false)} />
      )}
    </section>
  )
}

/** What gives points, by point; pressed, an entry gives its points to the paper on the screen. */
function RubricEntries(props: {
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
                    <KeyOf action={choice.slotOf(entry)} />
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
