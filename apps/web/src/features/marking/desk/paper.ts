import type { markNext, ReplyOf } from '@hengjuan/contracts'
import type { ScorePoint } from '@hengjuan/domain'
import { emptyEntry, entryOf, type EntryRules, type ScoreEntry } from '../entry/score-entry.ts'

export type MarkTaskView = ReplyOf<typeof markNext>['tasks'][number]

/** A paper on the desk with what was given so far. */
export interface Paper {
  task: MarkTaskView
  rules: EntryRules
  entry: ScoreEntry
  /** Entries before the present one, for undo. */
  past: readonly ScoreEntry[]
  flags: readonly string[]
  /** Time in use so far. */
  activeMs: number
  /** What was handed in, once it was. */
  given: { entry: ScoreEntry; flags: readonly string[] } | null
}

export const pointsOfTask = (task: Pick<MarkTaskView, 'points'>): ScorePoint[] =>
  task.points.map(({ name, full_milli, step_milli }) => ({
    name,
    fullMilli: full_milli,
    stepMilli: step_milli,
  }))

export function paperOf(task: MarkTaskView, isDeductive: boolean): Paper {
  const rules = { points: pointsOfTask(task), isDeductive }
  const isNew = task.kind === 'normal'
  // A paper sent back is scored anew; one that is looked at again shows what was given.
  const entry = task.kind === 'backmark' && task.scores ? entryOf(task.scores) : emptyEntry(rules)
  return {
    task,
    rules,
    entry,
    past: [],
    flags: task.flags,
    activeMs: 0,
    given: isNew || task.kind === 'rejected' ? null : { entry, flags: task.flags },
  }
}
