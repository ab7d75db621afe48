import type { InputOf, leaderDecide } from '@hengjuan/contracts'
import type { Annotation, Milli } from '@hengjuan/domain'
import { noteOf } from '../../marking-core/paper/paper.ts'
import type { LeaderMode } from './LeaderPapers.tsx'
import type { LeaderTaskView } from './leader-task.ts'

type Body = InputOf<typeof leaderDecide>['body']

export type Outcome = NonNullable<Body['outcome']>

/**
 * Where a paper goes that is not decided: an arbitration to a leader, or back to who gave a reading, with words; a
 * problem paper back to who passed it on, or to somebody else.
 */
export type ReturnTo = Pick<Body, 'to_user_id' | 'to_reading_id' | 'comment' | 'exclude_raiser'>

/** A problem paper gets nothing: the candidate cheated, or the paper does not count. */
export type NoMark = Extract<Outcome, 'misconduct' | 'void'>

/** What a leader decides about a paper. */
export interface Decision {
  outcome: Outcome
  /** Of each point; empty for a paper that is not scored. */
  scores: readonly (Milli | null)[]
  flags: readonly string[]
  /** Where it goes that is not scored, and in which words. */
  to: ReturnTo
}

/** What stands beside a decision when it is made. */
interface Beside {
  /** The optional questions that the paper was found to answer. */
  questionIds: readonly number[]
  flagNote: string
  /** Signs on the paper; null where the block keeps none. */
  marks: readonly Annotation[] | null
  /** By what it was scored; null before the rubric was read. */
  rubricVersion: number | null
  /** Entries of the rubric that its scores stand for, by id. */
  pressed: readonly string[]
}

/** What the server is told of a decision. */
export function decisionBody(
  mode: LeaderMode,
  task: Pick<LeaderTaskView, 'unit_id' | 'reading_id' | 'version'>,
  decision: Decision,
  beside: Beside,
): Omit<Body, 'idem_key' | 'active_ms'> {
  const { outcome, scores, to } = decision
  const { questionIds } = beside
  return {
    mode,
    unit_id: task.unit_id,
    reading_id: task.reading_id,
    version: task.version,
    ...to,
    // An arbitration that says nothing of it is scored.
    ...(mode === 'problem' || outcome === 'return' ? { outcome } : {}),
    ...(scores.length > 0 ? { scores: [...scores] } : {}),
    ...(outcome === 'score' ? scoredBy(beside) : {}),
    // Of a problem paper no reading could keep them.
    ...(mode === 'arbitration' && outcome === 'score' ? keptOnReading(decision, beside) : {}),
    ...(questionIds.length > 0 ? { question_ids: [...questionIds] } : {}),
  }
}

const scoredBy = ({ rubricVersion, pressed }: Beside) => ({
  ...(rubricVersion === null ? {} : { rubric_version: rubricVersion }),
  ...(pressed.length > 0 ? { pressed_entries: [...pressed] } : {}),
})

function keptOnReading({ flags }: Decision, { flagNote, marks }: Beside) {
  const note = noteOf({ flagNote }, flags)
  return {
    flags: [...flags],
    ...(note === '' ? {} : { flag_note: note }),
    ...(marks === null ? {} : { traces: [...marks] }),
  }
}
