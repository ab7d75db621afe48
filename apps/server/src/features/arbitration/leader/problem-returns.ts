import type { Db } from '@hengjuan/db'
import {
  AppError,
  appErrorOf,
  applyEvent as decide,
  type ProblemReturnTo,
  type UnitState,
} from '@hengjuan/domain'
import {
  type BlockRules,
  factsOf,
  findAssignment,
  NEW_READING,
  policyOf,
  selectActiveMarkers,
  type UnitRow,
} from '../../marking-core/index.ts'
import { hasReadersLeft } from '../../marking-setup/index.ts'
import { selectUserNames } from '../../../user-names.query.ts'

interface ProblemReturn {
  to: ProblemReturnTo
  /** The paper as it would be. */
  after: UnitState
  /** Why it can not go there; null when it can. */
  refusal: AppError | null
}

/**
 * To whom a problem paper can go back. One that its marker passed on goes to them or to somebody else in their
 * place; one that was taken out of nobody's hands is what it was before.
 *
 * @returns none for what is no problem paper
 * @source domain rules 6.2 (return to same/other marker), 4.4
 */
export async function problemReturns(
  db: Db,
  rules: BlockRules,
  row: UnitRow,
  unit: UnitState,
): Promise<ProblemReturn[]> {
  if (unit.status !== 'PROBLEM' || !unit.problem) return []
  const policy = policyOf(rules, factsOf(row).choice)
  const after = (to: ProblemReturnTo): UnitState => {
    const outcome = decide(unit, returnEvent(to, 0), policy)
    if (outcome.kind === 'refused') throw appErrorOf(outcome.code, outcome.facts)
    return outcome.unit
  }
  const raiserId = Number(unit.problem.raisedBy)
  const blockId = rules.block.id
  const isTakenOut = unit.problem.stood !== undefined
  if (isTakenOut || !(await findAssignment(db, blockId, raiserId, 'marker')))
    return [{ to: 'anyone', after: after('anyone'), refusal: null }]
  const atWork = await selectActiveMarkers(db, { examId: rules.block.exam_id, blockId })
  const name = (await selectUserNames(db, [raiserId])).get(raiserId) ?? '提交的教师'
  const isThere = atWork.some(({ user_id }) => user_id === raiserId)
  const passedOn = after('others')
  const isReadable = await hasReadersLeft(db, rules, row, passedOn)
  return [
    {
      to: 'raiser',
      after: after('raiser'),
      refusal: isThere ? null : new AppError('MARKING_MARKER_GONE', { name }),
    },
    {
      to: 'others',
      after: passedOn,
      refusal: isReadable ? null : new AppError('MARKING_NO_OTHER_MARKER'),
    },
  ]
}

/** A return needs a reading where it puts the paper into somebody's hands. */
export const returnEvent = (to: ProblemReturnTo, by: number) =>
  ({
    type: 'resolve_problem',
    by,
    outcome: { kind: 'return', to },
    ...(to === 'raiser' && { readingId: NEW_READING }),
  }) as const
