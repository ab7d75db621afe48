import type { Paper } from '../../marking-core/paper/paper.ts'
import { standingEntries } from './chosen-entries.ts'
import type { RubricEntryView } from './rubric-view.ts'

/**
 * The entries of the rubric that the scores of a paper stand for: in the words of the rubric on the page, or of
 * the version that it was given under as long as nothing was changed since.
 */
export function pressedOf(
  { task, rules, entry }: Pick<Paper, 'task' | 'rules' | 'entry'>,
  entries: readonly RubricEntryView[],
): readonly { text: string; milli: number }[] {
  const isAsGiven =
    String(entry.scores) === String(task.scores) &&
    String(entry.pressed) === String(task.pressed?.map(({ entry_id }) => entry_id))
  return isAsGiven
    ? (task.pressed ?? [])
    : standingEntries({ entry, rules, points: task.points }, entries)
}
