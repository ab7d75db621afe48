import { freshKey } from '@hengjuan/client'
import type { ownQualification, ReplyOf, trialMark } from '@hengjuan/contracts'
import { keepTyped, typedUnder } from '../../../../session/typed.ts'
import { changedWay } from '../../marking-desk/desk/changed-settings.ts'
import { pointsOfTask } from '../../marking-core/paper/paper.ts'
import {
  emptyEntry,
  type EntryRules,
  isAnyGiven,
  type ScoreEntry,
} from '../../marking-core/entry/score-entry.ts'

/** Where a trial is left to. */
export const TASKS = '/MainPage/markPaper/markPage/unfinishList'

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
    entry: keptEntry(view.task.script_id, rules) ?? emptyEntry(rules),
    idemKey: freshKey(),
    began: performance.now(),
    feedback: null,
  }
}

const nameOf = (scriptId: number): string => `trial ${scriptId}`

/** What was given to a trial paper that is not handed in outlives a reload of the page. */
export function keepEntry({ task, rules, entry }: Pick<Work, 'task' | 'rules' | 'entry'>): void {
  const { scores, pressed, at, buffer } = entry
  const text = JSON.stringify({ scores, pressed, at, buffer, isDeductive: rules.isDeductive })
  keepTyped(nameOf(task.script_id), isAnyGiven(entry, rules) ? text : '')
}

export const dropEntry = ({ task }: Pick<Work, 'task'>): void =>
  keepTyped(nameOf(task.script_id), '')

/** Null where nothing was given, or where the paper has other points or is scored in another way by now. */
function keptEntry(scriptId: number, rules: EntryRules): ScoreEntry | null {
  const text = typedUnder(nameOf(scriptId))
  if (text === '') return null
  const { isDeductive, ...kept } = JSON.parse(text) as Omit<ScoreEntry, 'refusals'> & {
    isDeductive: boolean
  }
  const isSame = isDeductive === rules.isDeductive && kept.scores.length === rules.points.length
  return isSame ? { ...kept, refusals: 0 } : null
}

/** The paper after another one, and what is told over it where its digits mean something else. */
export function workAfter(
  { rules }: Pick<Work, 'rules'>,
  view: OwnTrial,
): { work: Work | null; hint: string | null } {
  const work = workOn(view)
  return { work, hint: work && changedWay(rules.isDeductive, work.rules.isDeductive) }
}
