import { keepTyped, typedUnder } from '../../../../session/typed.ts'
import type { OnPad } from './last-decision.ts'
import type { LeaderMode } from './LeaderPapers.tsx'
import { type LeaderTaskView, scoredPoints } from './leader-task.ts'

const nameOf = (mode: LeaderMode, unitId: number): string => `decision ${mode} ${unitId}`

/** Keeps what stands on the pad of a paper that is not decided: it outlives a reload of the page. Null forgets it. */
export const keepPad = (mode: LeaderMode, unitId: number, pad: OnPad | null): void =>
  keepTyped(nameOf(mode, unitId), pad === null ? '' : JSON.stringify(pad))

/**
 * What stood on the pad when the paper left the page; null where nothing did, or its points are others by now. Where
 * the paper was found to answer other questions since, what was given to those that stay, stays.
 */
export function keptPad(mode: LeaderMode, task: LeaderTaskView): OnPad | null {
  const text = typedUnder(nameOf(mode, task.unit_id))
  if (text === '') return null
  // A page of an earlier version kept less.
  const kept = {
    taken: [],
    pointIds: [],
    at: 0,
    buffer: '',
    ...(JSON.parse(text) as Partial<OnPad>),
  } as OnPad
  const pad = String(kept.taken) === String(task.chosen) ? kept : carriedOver(kept, task)
  const { questionIds } = pad
  const isChoice = questionIds.every((id) => task.choices.some((one) => one.question_id === id))
  const ids = scoredPoints(task, questionIds).map(({ id }) => id)
  if (!isChoice || pad.scores.length !== ids.length) return null
  return String(pad.pointIds) === String(ids) ? pad : carriedOver(pad, task, questionIds)
}

/** With what was given to the points that are still scored, or typed for one of them, and nothing for the others. */
export function carriedOver(
  pad: OnPad,
  task: LeaderTaskView,
  questionIds: readonly number[] = task.chosen,
): OnPad {
  const pointIds = scoredPoints(task, questionIds).map(({ id }) => id)
  const scores = pointIds.map((id) => pad.scores[pad.pointIds.indexOf(id)] ?? null)
  const at = pointIds.indexOf(pad.pointIds[pad.at] ?? -1)
  const typed = at < 0 ? { at: 0, buffer: '' } : { at, buffer: pad.buffer }
  return { ...pad, taken: task.chosen, questionIds, pointIds, scores, ...typed }
}
