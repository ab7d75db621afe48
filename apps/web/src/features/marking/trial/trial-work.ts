import { freshKey } from '@hengjuan/client'
import type { ownQualification, ReplyOf, trialMark } from '@hengjuan/contracts'
import { changedWay } from '../desk/changed-settings.ts'
import { pointsOfTask } from '../desk/paper.ts'
import { emptyEntry, type EntryRules, type ScoreEntry } from '../entry/score-entry.ts'

export type OwnTrial = ReplyOf<typeof ownQualification>
export type Feedback = NonNullable<ReplyOf<typeof trialMark>['feedback']>

/** The paper on the screen with what is typed so far, and what came of it. */
export interface Work {
  task: NonNullable<OwnTrial['task']>
  isPractice: boolean
  rules: EntryRules
  entry: ScoreEntry
  idemKey: string
  began: number
  feedback: Feedback | null
}

export function workOn(view: OwnTrial): Work | null {
  if (!view.task) return null
  const rules = { points: pointsOfTask(view.task), isDeductive: view.task.is_deductive }
  return {
    task: view.task,
    isPractice: view.step === 'practice',
    rules,
    entry: emptyEntry(rules),
    idemKey: freshKey(),
    began: performance.now(),
    feedback: null,
  }
}

/** The paper after another one, and what is told over it where its digits mean something else. */
export function workAfter(
  { rules }: Pick<Work, 'rules'>,
  view: OwnTrial,
): { work: Work | null; hint: string | null } {
  const work = workOn(view)
  return { work, hint: work && changedWay(rules.isDeductive, work.rules.isDeductive) }
}
