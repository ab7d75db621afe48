import type { NoMarkReason } from '../../mark-codes.ts'
import type { Milli } from '../../milli.ts'
import { checkScores } from '../quality/grid.ts'
import { PASSED_ON_FROM, passOn } from './pass-on.ts'
import { returnProblem } from './problem-return.ts'
import { changed, refuse, refuseState } from './unit-change.ts'
import type { Change } from './unit-change.ts'
import { paperMarkOf } from './unit.ts'
import type { BlockPolicy, UnitDecision, UnitState } from './unit.ts'
import { type EventOf, withdrawImage } from './unit-image.ts'

export function raiseProblem(unit: UnitState, event: EventOf<'raise_problem'>): Change {
  const { by, readingId, reason, note } = event
  // A leader may take up again a problem that was scored, and a marked paper found to be identical with another.
  const again =
    readingId === null &&
    (unit.decision?.source === 'PROBLEM' ||
      (reason === 'identical' && ['ARBITRATION', 'FINAL'].includes(unit.status)))
  if (!again && !PASSED_ON_FROM.includes(unit.status)) return refuseState(unit, '提交问题卷')
  if (reason === 'other' && note.trim() === '') return refuse('MARKING_PROBLEM_REASON_MISSING')
  const problem = { reason, note, raisedBy: by }
  if (readingId === null)
    return changed({
      ...unit,
      problem: event.keepsDecision ? { ...problem, stood: standingDecision(unit) } : problem,
      decision: null,
    })
  const passed = passOn(unit, by, readingId)
  return passed.kind === 'changed' ? changed({ ...passed.unit, problem }, passed.effects) : passed
}

/** What stands before a unit becomes a problem paper, also for the second time; null where its readings do. */
function standingDecision({ decision, paperMark }: UnitState): UnitDecision | null {
  if (decision?.source === 'PROBLEM') return decision.stood ?? null
  // The mark on the paper is kept with the paper.
  return decision?.source === 'OFFLINE' && paperMark ? null : decision
}

export function resolveProblem(
  unit: UnitState,
  event: EventOf<'resolve_problem'>,
  policy: BlockPolicy,
): Change {
  const { problem } = unit
  if (unit.status !== 'PROBLEM' || !problem) return refuse('MARKING_NOT_A_PROBLEM')
  const { by, outcome } = event
  const solved = { ...unit, problem: null, decision: unit.decision ?? paperMarkOf(unit) }
  const decide = (scores: readonly Milli[], reason?: NoMarkReason) => {
    const { stood, ...passedOn } = problem
    return changed({
      ...solved,
      decision: {
        source: 'PROBLEM',
        scores,
        by,
        ...(reason && { reason }),
        problem: passedOn,
        ...(stood !== undefined && { stood }),
      },
    })
  }
  switch (outcome.kind) {
    case 'score': {
      const refusal = checkScores(policy.points, outcome.scores)
      if (refusal) return refuse(refusal.code, refusal.facts)
      return decide(outcome.scores as readonly Milli[])
    }
    case 'return': {
      const stood = unit.decision ?? problem.stood ?? paperMarkOf(unit)
      return returnProblem({ ...solved, decision: stood }, problem, event, policy)
    }
    case 'to_image':
      return withdrawImage(solved)
    case 'misconduct':
    case 'void':
      if (outcome.note.trim() === '') return refuse('MARKING_REASON_MISSING')
      return decide(
        policy.points.map(() => 0),
        outcome.kind === 'void' ? 'VOID' : 'MISCONDUCT',
      )
  }
}
