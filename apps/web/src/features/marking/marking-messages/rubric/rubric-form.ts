import type { InputOf, rubricSet } from '@hengjuan/contracts'
import { fitsPoint, formatMilli, type Milli, type ScorePoint } from '@hengjuan/domain'
import type { RubricVersion } from './rubric-view.ts'

/** A reason for points as it is typed. */
export interface EntryDraft {
  /** Tells rows apart before they have an id. */
  key: string
  entryId: string | null
  pointId: number | null
  text: string
  /** In points. */
  worth: string
}

export interface RubricDraft {
  text: string
  entries: readonly EntryDraft[]
  note: string
}

export const draftOf = ({ text, entries }: RubricVersion): RubricDraft => ({
  text,
  note: '',
  entries: entries.map((entry) => ({
    key: entry.entry_id,
    entryId: entry.entry_id,
    pointId: entry.point_id,
    text: entry.text,
    worth: formatMilli(entry.milli),
  })),
})

interface Point extends ScorePoint {
  id: number
}

type Given = Pick<InputOf<typeof rubricSet>['body'], 'text' | 'entries' | 'note'>

/** What a draft saves, or what is wrong with the first row that can not be saved. */
export function savedOf(
  { text, entries, note }: RubricDraft,
  points: readonly Point[],
): { given: Given; problem: null } | { given: null; problem: string } {
  const rows: Given['entries'] = []
  for (const draft of entries) {
    const point = points.find(({ id }) => id === draft.pointId)
    // Its point is gone: the row stands by itself until somebody takes it away.
    if (!point) return refused(`「${draft.text}」所属的给分点已不存在，请移到现有给分点或删去`)
    const words = draft.text.trim()
    if (words === '') return refused(`「${point.name}」有一条没有写给分依据，请写明或删去`)
    const milli = signedMilli(draft.worth)
    if (milli === null || !fitsPoint(milli, point))
      return refused(
        `「${point.name}」的「${words}」：分值在 −${formatMilli(point.fullMilli)} 到 ${formatMilli(point.fullMilli)} 之间，每 ${formatMilli(point.stepMilli)} 分一档，扣分写负数`,
      )
    rows.push({
      ...(draft.entryId === null ? {} : { entry_id: draft.entryId }),
      point_id: point.id,
      text: words,
      milli,
    })
  }
  const noted = note.trim()
  return {
    given: { text, entries: rows, ...(noted === '' ? {} : { note: noted }) },
    problem: null,
  }
}

const refused = (problem: string) => ({ given: null, problem })

/** Thousandths of a number typed in points, with a sign or without; null when it is none. */
export function signedMilli(text: string): Milli | null {
  const [, sign, number] = /^([-−+]?)(\d{1,4}(?:\.\d{1,3})?)$/.exec(text.trim()) ?? []
  if (number === undefined) return null
  const milli = Math.round(Number(number) * 1000)
  return sign === '-' || sign === '−' ? 0 - milli : milli
}
