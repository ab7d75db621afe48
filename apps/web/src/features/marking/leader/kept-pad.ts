import { keepTyped, typedUnder } from '../../../session/typed.ts'
import type { OnPad } from './last-decision.ts'
import type { LeaderMode } from './LeaderPapers.tsx'
import { type LeaderTaskView, scoredPoints } from './leader-task.ts'

const nameOf = (mode: LeaderMode, unitId: number): string => `decision ${mode} ${unitId}`

/** Keeps what stands on the pad of a paper that is not decided: it outlives a reload of the page. Null forgets it. */
export const keepPad = (mode: LeaderMode, unitId: number, pad: OnPad | null): void =>
  keepTyped(nameOf(mode, unitId), pad === null ? '' : JSON.stringify(pad))

/** What stood on the pad when the paper left the page; null where nothing did, or its points are others by now. */
export function keptPad(mode: LeaderMode, task: LeaderTaskView): OnPad | null {
  const text = typedUnder(nameOf(mode, task.unit_id))
  if (text === '') return null
  const pad = JSON.parse(text) as OnPad
  const { questionIds } = pad
  const isChoice = questionIds.every((id) => task.choices.some((one) => one.question_id === id))
  return isChoice && pad.scores.length === scoredPoints(task, questionIds).length ? pad : null
}
