import { type Milli, type ScorePoint, scoreOfEntries } from '@hengjuan/domain'
import {
  type EntryRules,
  holdScore,
  type ScoreEntry,
} from '../../marking-core/entry/score-entry.ts'
import type { RubricEntryView } from './rubric-view.ts'

type Entry = Pick<RubricEntryView, 'entry_id' | 'point_id' | 'milli'>

/** The scores of a paper, and the points they are given for, by id. */
export interface ScoredPaper {
  entry: ScoreEntry
  rules: EntryRules
  points: readonly { id: number }[]
}

/**
 * Entries of the rubric that the scores of a paper stand for: those that were pressed, as long as the score of
 * their point is what they come to. Typing another score ends it.
 *
 * @param all the rubric on the page
 */
export function standingEntries<E extends Entry>(
  { entry, rules, points }: ScoredPaper,
  all: readonly E[],
): E[] {
  return points.flatMap(({ id }, at) => {
    const point = rules.points[at]
    const own = all.filter(
      ({ point_id, entry_id }) => point_id === id && entry.pressed.includes(entry_id),
    )
    const isTheirs =
      point && own.length > 0 && worthOf(own, point, rules) === (entry.scores[at] ?? null)
    return isTheirs ? own : []
  })
}

/**
 * The scores after an entry of the rubric was pressed: its point gets what the chosen entries of the point
 * come to; pressed again, the entry is taken back. The point stays in hand, more may follow.
 *
 * @returns null where the block has no such point, or can not give it that score
 */
export function withPressed(
  paper: ScoredPaper,
  all: readonly Entry[],
  pressed: Entry,
): ScoreEntry | null {
  const { entry, rules, points } = paper
  const at = points.findIndex(({ id }) => id === pressed.point_id)
  const point = rules.points[at]
  if (!point) return null
  const standing = standingEntries(paper, all)
  const others = standing.filter(({ point_id }) => point_id !== pressed.point_id)
  const before = standing.filter(({ point_id }) => point_id === pressed.point_id)
  const isTakenBack = before.some(({ entry_id }) => entry_id === pressed.entry_id)
  const own = isTakenBack
    ? before.filter(({ entry_id }) => entry_id !== pressed.entry_id)
    : [...before, pressed]
  const score = own.length === 0 ? null : worthOf(own, point, rules)
  // The step of the point may have been changed since the rubric was saved.
  if (score !== null && score % point.stepMilli !== 0) return null
  return {
    ...holdScore(entry, at, score, rules),
    pressed: [...others, ...own].map(({ entry_id }) => entry_id),
  }
}

const worthOf = (
  entries: readonly Entry[],
  point: ScorePoint,
  { isDeductive }: EntryRules,
): Milli =>
  scoreOfEntries(
    entries.map(({ milli }) => milli),
    point,
    isDeductive,
  )
