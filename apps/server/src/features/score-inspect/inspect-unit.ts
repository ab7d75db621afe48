import type { InputOf, scoreInspectUpdate } from '@hengjuan/contracts'
import { type Db, lockRows } from '@hengjuan/db'
import { AppError, type BestOf, countedTotal, type Milli } from '@hengjuan/domain'
import { isoNow } from '../../clock.ts'
import { type Act, audit } from '../../http/audit.ts'
import {
  applyEvent,
  bestOfBlock,
  selectBlockRules,
  selectGivenScores,
  tryEvent,
  withRetry,
} from '../marking-core/index.ts'
import {
  type CorrectionView,
  findCorrection,
  findPending,
  insertCorrection,
  selectCorrections,
  settleCorrection,
} from './correction.query.ts'

type Input = InputOf<typeof scoreInspectUpdate>['body']

const SHORTEST_REASON = 2

/**
 * Looks at the mark of one candidate in one block again: raises it at once, keeps it, or asks for a
 * lower one, which a second person has to agree to. Who read the paper may not handle it.
 *
 * What is released stays as it is until the next version is released.
 *
 * @throws AppError, see the contract
 * @source domain rules 9.1
 */
export async function inspectUnit(act: Act, input: Input): Promise<CorrectionView> {
  const { services } = act
  const id = await withRetry(services, (db) => inspectUnitIn(db, act, input))
  const [correction] = await selectCorrections(services.db, { examId: input.exam_id, id })
  if (!correction) throw new Error(`correction ${id} is gone`)
  return correction
}

/** The same as a part of a larger act. @returns the id of the correction */
export async function inspectUnitIn(db: Db, act: Act, input: Input): Promise<number> {
  const unit = await findInspected(db, input)
  const correctionId =
    input.correction_id === undefined
      ? await ask(db, act, unit, input)
      : await decide(db, act, unit, { ...input, correction_id: input.correction_id })
  await audit(db, act, { action: 'score-inspect', object: `unit:${unit.id}`, after: input })
  return correctionId
}

interface Inspected {
  id: number
  block_id: number
  /** The mark as it stands: combined and rounded, which the sum of its scores is not. */
  finalMilli: Milli
  finalReason: string | null
  scores: Milli[]
  /** Where only the best of these scores count. */
  bestOf: BestOf | null
}

/** The unit that is meant, with its mark; locked, so that of two at once the second finds what the first changed. */
async function findInspected(db: Db, input: Input): Promise<Inspected> {
  const unit = await lockRows(
    db,
    db
      .selectFrom('unit')
      .selectAll()
      .where('id', '=', input.unit_id)
      .where('exam_id', '=', input.exam_id)
      .where('subject_id', '=', input.subject_id)
      .where('candidate_id', '=', input.candidate_id),
  ).executeTakeFirst()
  if (!unit) throw new AppError('MARKING_UNIT_NOT_FOUND')
  if (unit.version !== input.version) throw new AppError('VERSION_CONFLICT', { what: '试卷' })
  const rules = await selectBlockRules(db, unit.block_id)
  return {
    id: unit.id,
    block_id: unit.block_id,
    finalMilli: unit.final_milli ?? 0,
    finalReason: unit.final_reason,
    scores: (await selectGivenScores(db, rules, unit)) ?? [],
    bestOf: bestOfBlock(rules),
  }
}

async function ask(db: Db, act: Act, unit: Inspected, input: Input): Promise<number> {
  const { services, session } = act
  const reason = (input.reason ?? '').trim()
  if (reason.length < SHORTEST_REASON)
    throw new AppError('INPUT_INVALID').withDetails([
      { path: 'reason', message: '请写明复核的理由，至少 2 个字' },
    ])
  if (await findPending(db, unit.id)) throw new AppError('MARKING_INSPECT_PENDING')
  const scores = input.scores ?? unit.scores
  const event = { type: 'inspect', by: session.userId, scores } as const
  const isSame = JSON.stringify(scores) === JSON.stringify(unit.scores)
  const before = unit.finalMilli
  const after = isSame ? before : countedTotal(scores, unit.bestOf)
  // A mark that stands may lie between the steps, as the mean of two readings does.
  await tryEvent(db, unit.id, isSame ? { ...event, scores: scores.map(() => 0) } : event)
  const state = isSame ? 'unchanged' : after < before ? 'pending' : 'applied'
  if (state === 'applied')
    await applyEvent(db, services, unit.id, event, { userId: session.userId })
  return insertCorrection(db, {
    exam_id: input.exam_id,
    subject_id: input.subject_id,
    candidate_id: input.candidate_id,
    block_id: unit.block_id,
    unit_id: unit.id,
    state,
    before_points: JSON.stringify(unit.scores),
    after_points: JSON.stringify(scores),
    before_milli: before,
    before_reason: unit.finalReason,
    after_milli: after,
    reason,
    asked_by: session.userId,
    asked_at: isoNow(services.clock),
    decided_by: null,
    decided_at: null,
    decide_note: '',
  })
}

async function decide(
  db: Db,
  act: Act,
  unit: Inspected,
  input: Input & { correction_id: number },
): Promise<number> {
  const { services, session } = act
  const correction = await findCorrection(db, input.correction_id)
  if (correction?.unit_id !== unit.id || correction.state !== 'pending')
    throw new AppError('MARKING_INSPECT_SETTLED')
  const isApproved = input.decision === 'approve'
  if (isApproved) {
    if (correction.asked_by === session.userId) throw new AppError('MARKING_SECOND_PERSON_NEEDED')
    const scores = JSON.parse(correction.after_points) as Milli[]
    await applyEvent(
      db,
      services,
      unit.id,
      { type: 'inspect', by: session.userId, scores },
      { userId: session.userId },
    )
  }
  await settleCorrection(db, correction.id, {
    state: isApproved ? 'applied' : 'refused',
    by: session.userId,
    at: isoNow(services.clock),
    note: (input.reason ?? '').trim(),
  })
  return correction.id
}
