import type { Milli } from '@hengjuan/domain'
import { pointsOfTask, type Sketch } from '../../marking-core/paper/paper.ts'
import { emptyEntry, entryOf, type ScoreEntry } from '../../marking-core/entry/score-entry.ts'
import { carriedOver } from './kept-pad.ts'
import type { OnPad } from './last-decision.ts'
import { isAsRead, type LeaderTaskView, scoredPoints } from './leader-task.ts'

const rulesOf = (task: LeaderTaskView, questionIds: readonly number[]) => ({
  points: pointsOfTask({ points: scoredPoints(task, questionIds) }),
  isDeductive: task.is_deductive,
  beginsOpen: true,
})

/** Goes on at the first point that is not given yet. */
const entryFrom = (
  scores: readonly (Milli | null)[],
  pressed: readonly string[] = [],
): ScoreEntry => ({
  ...entryOf(scores, pressed),
  at: Math.max(0, scores.indexOf(null)),
})

/** A paper as it comes to the page. */
export function sketchOf(task: LeaderTaskView, questionIds: readonly number[]): Sketch {
  const rules = rulesOf(task, questionIds)
  const isDrafted = isAsRead(task, questionIds) && task.draft.length > 0
  return {
    rules,
    entry: isDrafted ? entryFrom(task.draft) : emptyEntry(rules),
    marks: [],
    past: [],
    future: [],
  }
}

/** A pad as it was left, to go on with: at the point for which something is typed and not closed. */
export const sketchOnPad = (
  task: LeaderTaskView,
  {
    questionIds,
    scores,
    pressed,
    marks,
    at = 0,
    buffer = '',
  }: Pick<OnPad, 'questionIds' | 'scores' | 'pressed' | 'marks'> &
    Partial<Pick<OnPad, 'at' | 'buffer'>>,
): Sketch => {
  const entry = entryFrom(scores, pressed)
  return {
    ...sketchOf(task, questionIds),
    entry: buffer === '' ? entry : { ...entry, at, buffer },
    marks,
  }
}

/** What the scores of a pad are of. */
const placeOf = (task: LeaderTaskView, questionIds: readonly number[]) => ({
  questionIds,
  taken: task.chosen,
  pointIds: scoredPoints(task, questionIds).map(({ id }) => id),
})

/** What stands on a pad. */
export const padOf = (
  task: LeaderTaskView,
  questionIds: readonly number[],
  { entry, marks }: Pick<Sketch, 'entry' | 'marks'>,
  { flags, flagNote }: Pick<OnPad, 'flags' | 'flagNote'>,
): OnPad => ({
  ...placeOf(task, questionIds),
  scores: entry.scores,
  at: entry.at,
  buffer: entry.buffer,
  pressed: entry.pressed,
  marks,
  flags,
  flagNote,
})

/** The paper once it is said to answer these questions: what was given or typed for one that stays, stays with it. */
export const sketchOfQuestions = (
  task: LeaderTaskView,
  pad: OnPad,
  questionIds: readonly number[],
): Sketch => sketchOnPad(task, carriedOver(pad, task, questionIds))
