import type { Db } from '@hengjuan/db'
import {
  AppError,
  isLowered,
  isObjectiveType,
  type Milli,
  type Override,
  questionTarget,
  type ScoreOverrides,
  SUBJECT_TARGET,
  withOverride,
} from '@hengjuan/domain'
import { isoNow } from '../../clock.ts'
import { type Act, audit } from '../../http/audit.ts'
import { storedOverride } from '../score/index.ts'
import {
  objectivePart,
  scoreCandidates,
  selectScoredQuestions,
  type StoredAnswer,
} from '../scoring/index.ts'
import {
  type EditPlace,
  lockedSubject,
  pendingEdit,
  standingEdits,
  storeOverrides,
} from './score-edit.query.ts'

export interface Edited {
  event_id: number
  state: 'applied' | 'pending'
  before_milli: Milli | null
  after_milli: Milli | null
}

interface Order {
  target: string
  kind: 'answer' | 'score' | 'void' | 'restore'
  override: Override | null
  reason: string
  /** Of the scores as the person saw them. */
  version?: number
  undoesId?: number
}

/**
 * Sets something over what was read and marked of a candidate, or takes that away. A score that falls waits for a second
 * person.
 *
 * @throws AppError VERSION_CONFLICT, SCORE_EDIT_PENDING
 * @source platform 7.1; domain rules 9 (4)
 */
export async function editScore(db: Db, act: Act, place: EditPlace, order: Order): Promise<Edited> {
  const { services, session } = act
  const { target, override } = order
  const row = await lockedSubject(db, place)
  if (order.version !== undefined && order.version !== row.version)
    throw new AppError('VERSION_CONFLICT', { what: '考生的成绩' })
  if (await pendingEdit(db, place, target)) throw new AppError('SCORE_EDIT_PENDING')
  const after = withOverride(row.overridden, target, override)
  const scoreUnder = await scorerOf(db, place, target, row)
  const scores = { before: scoreUnder(row.overridden), after: scoreUnder(after) }
  const unedited = scoreUnder(withOverride(row.overridden, target, null))
  const state = isLowered(scores.before, scores.after, unedited) ? 'pending' : 'applied'
  const { id } = await db
    .insertInto('score_edit')
    .values({
      ...place,
      target,
      kind: order.kind,
      before: textOf(row.overridden[target] ?? null),
      after: textOf(override),
      before_milli: scores.before,
      after_milli: scores.after,
      state,
      reason: order.reason.trim(),
      undoes_id: order.undoesId ?? null,
      by_id: session.userId,
      at: isoNow(services.clock),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (state === 'applied') {
    await storeOverrides(db, place, after)
    await noteUndone(db, act, order.undoesId)
    await scoreAgain(db, place)
  }
  await audit(db, act, {
    action: 'score-edit',
    object: `exam:${place.exam_id}`,
    before: { score_milli: scores.before },
    after: { ...place, target, kind: order.kind, state, score_milli: scores.after },
  })
  return { event_id: id, state, before_milli: scores.before, after_milli: scores.after }
}

const textOf = (override: Override | null): string | null =>
  override === null ? null : JSON.stringify(override)

export const scoreAgain = (db: Db, place: EditPlace): Promise<void> =>
  scoreCandidates(db, {
    examId: place.exam_id,
    subjectId: place.subject_id,
    candidateIds: [place.candidate_id],
  })

export async function noteUndone(db: Db, act: Act, undoesId: number | undefined): Promise<void> {
  if (undoesId === undefined) return
  await db
    .updateTable('score_edit')
    .set({ undone_by: act.session.userId, undone_at: isoNow(act.services.clock) })
    .where('id', '=', undoesId)
    .execute()
}

/** What a target scores under some overrides. Of a block or the subject only whether there is one. */
async function scorerOf(
  db: Db,
  place: EditPlace,
  target: string,
  row: Awaited<ReturnType<typeof lockedSubject>>,
): Promise<(overrides: ScoreOverrides) => Milli | null> {
  const questions = await selectScoredQuestions(db, place.exam_id, place.subject_id)
  const question = questions.find(({ id }) => questionTarget(id) === target)
  const answers = JSON.parse(row.answers ?? '{}') as Record<string, StoredAnswer>
  if (question)
    return (overrides) => objectivePart([question], answers, overrides).items[question.id] ?? null
  const whole = target === SUBJECT_TARGET ? row.total_milli : await blockScore(db, place, target)
  return (overrides) => (overrides[target] === undefined ? whole : null)
}

async function blockScore(db: Db, place: EditPlace, target: string): Promise<Milli | null> {
  const unit = await db
    .selectFrom('unit')
    .where('candidate_id', '=', place.candidate_id)
    .where('subject_id', '=', place.subject_id)
    .where('block_id', '=', Number(target.split(':')[1]))
    .select('final_milli')
    .executeTakeFirst()
  return unit?.final_milli ?? null
}

/** The objective question of a number. @throws AppError NOT_FOUND */
export async function questionOf(db: Db, place: EditPlace, no: string) {
  const questions = await selectScoredQuestions(db, place.exam_id, place.subject_id)
  const question = questions.find((one) => one.no === no && isObjectiveType(one.type))
  if (!question) throw new AppError('NOT_FOUND', { what: `客观题第 ${no} 题` })
  return question
}

/**
 * What stood before the last edit of a target, or before a named one.
 *
 * @throws AppError SCORE_EDIT_NONE, SCORE_EDIT_LATER
 */
export async function rollBack(
  db: Db,
  act: Act,
  place: EditPlace,
  { target, eventId, reason }: { target: string; eventId: number | undefined; reason: string },
): Promise<Edited> {
  await lockedSubject(db, place)
  const [last] = await standingEdits(db, place, target)
  if (!last) throw new AppError('SCORE_EDIT_NONE')
  if (eventId !== undefined && eventId !== last.id) throw new AppError('SCORE_EDIT_LATER')
  return editScore(db, act, place, {
    target,
    kind: 'restore',
    override: storedOverride(last.before),
    reason: reason.trim() || '恢复改分之前的得分',
    undoesId: last.id,
  })
}
