import { freshKey } from '@hengjuan/client'
import { Button, InputGroup } from '@blueprintjs/core'
import { formatMilli, RUBRIC_LIMITS, type ScorePoint } from '@hengjuan/domain'
import type { EntryDraft, RubricDraft } from './rubric-form.ts'
import css from './rubric.module.css'

/** Rows of what gives points, under the point that they belong to. */
export function RubricFields(props: {
  points: readonly (ScorePoint & { id: number })[]
  draft: RubricDraft
  mayChange: boolean
  onChange: (draft: RubricDraft) => void
}) {
  const { points, draft, mayChange } = props
  const { entries } = draft
  const put = (next: readonly EntryDraft[]) => props.onChange({ ...draft, entries: next })
  const add = (pointId: number) =>
    put([...entries, { key: freshKey(), entryId: null, pointId, text: '', worth: '' }])
  const known = new Set(points.map(({ id }) => id))
  const groups = [
    ...points.map((point) => ({
      id: point.id,
      name: point.name,
      note: `满分 ${formatMilli(point.fullMilli)}`,
    })),
    { id: null, name: '不属于现有给分点', note: '给分点改过，请删去或重新填写' },
  ]
  return groups.map(({ id, name, note }) => {
    const own = entries.filter(({ pointId }) =>
      id === null ? pointId === null || !known.has(pointId) : pointId === id,
    )
    if (id === null && own.length === 0) return null
    return (
      <section key={id ?? 'none'} className={css['fields']} aria-label={`${name}的给分依据`}>
        <h4 className={css['heading']}>
          {name} <small>{note}</small>
        </h4>
        {own.map((entry, at) => (
          <div key={entry.key} className={css['field']}>
            <InputGroup
              aria-label={`${name}第 ${at + 1} 条的分值`}
              inputMode="decimal"
              placeholder="分值"
              readOnly={!mayChange}
              value={entry.worth}
              onValueChange={(worth) =>
                put(entries.map((one) => (one === entry ? { ...one, worth } : one)))
              }
            />
            <InputGroup
              aria-label={`${name}第 ${at + 1} 条`}
              placeholder="给分依据，例如：公式正确"
              maxLength={RUBRIC_LIMITS.entryText}
              readOnly={!mayChange}
              value={entry.text}
              onValueChange={(text) =>
                put(entries.map((one) => (one === entry ? { ...one, text } : one)))
              }
            />
            {mayChange && (
              <Button
                size="small"
                variant="minimal"
                aria-label={`删去${name}第 ${at + 1} 条`}
                onClick={() => put(entries.filter((one) => one !== entry))}
              >
                删去
              </Button>
            )}
          </div>
        ))}
        {own.length === 0 && !mayChange && <p className={css['none']}>没有给分依据。</p>}
        {mayChange && id !== null && entries.length < RUBRIC_LIMITS.entries && (
          <Button size="small" variant="minimal" onClick={() => add(id)}>
            + 添加一条
          </Button>
        )}
      </section>
    )
  })
}
