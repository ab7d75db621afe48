import type { appealHandle, InputOf } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import { APPEAL_STATES, AppError, type AppealState, mayTake, outcomeOf } from '@hengjuan/domain'
import { type Act, audit } from '../../http/audit.ts'
import { withRetry } from '../marking-core/index.ts'
import { findCorrection, inspectUnitIn } from '../score-inspect/index.ts'
import { finishScores } from '../scoring/index.ts'
import { assertHandler, assertIsHandler } from './appeal-handler.ts'
import { lockedAppeal } from './appeal.query.ts'
import { tellStaff, tellStudents } from './tell-appeal.ts'

type Input = InputOf<typeof appealHandle>['body']
export type Appeal = Awaited<ReturnType<typeof lockedAppeal>>

interface Exam {
  id: number
  name: string
  school_id: number
}

/** Takes an appeal a step further; the mark and the appeal change together. @throws AppError, see the contract */
export async function handleAppeal(
  act: Act,
  exam: Exam,
  input: Input,
): Promise<{ state: AppealState; version: number }> {
  const { services } = act
  if (input.action === 'decide') await finishScores(services, exam.id)
  return withRetry(services, async (db) => {
    const appeal = await checked(db, input)
    const change = await CHANGES[input.action](db, act, input, appeal)
    const version = appeal.version + 1
    await db
      .updateTable('appeal')
      .set({ ...change, version })
      .where('id', '=', appeal.id)
      .execute()
    await audit(db, act, {
      action: 'appeal-handle',
      object: `exam:${exam.id}`,
      before: { appeal_id: appeal.id, state: appeal.state },
      after: { ...change, action: input.action },
    })
    await tell(db, act, exam, { ...appeal, ...change })
    return { state: change.state, version }
  })
}

/** Whoever has to do the next thing hears of it, and the student of an answer. */
async function tell(db: Db, act: Act, exam: Exam, appeal: Appeal): Promise<void> {
  const { id: appealId, handler_id: handlerId } = appeal
  if (appeal.state === 'assigned')
    await tellStaff(db, act, exam, { to: handlerId, text: '有一份成绩复核由您处理。', appealId })
  if (appeal.state === 'approving')
    await tellStaff(db, act, exam, {
      to: null,
      text: '有一份下调的复核结论待第二人确认。',
      appealId,
    })
  if (appeal.state === 'rejected' || appeal.state === 'closed')
    await tellStudents(db, act, exam, [appeal.student_id])
}

async function checked(db: Db, input: Input): Promise<Appeal> {
  const appeal = await lockedAppeal(db, input.exam_id, input.appeal_id)
  if (appeal.version !== input.version) throw new AppError('VERSION_CONFLICT', { what: '复核申请' })
  if (!mayTake(input.action, appeal.state))
    throw new AppError('APPEAL_STATE', { state: APPEAL_STATES[appeal.state] })
  return appeal
}

interface Change {
  state: AppealState
  answer?: string
  handler_id?: number
  outcome?: string
  after_milli?: number | null
  correction_id?: number | null
}

const CHANGES: Record<
  Input['action'],
  (db: Db, act: Act, input: Input, appeal: Appeal) => Promise<Change>
> = {
  accept: async () => ({ state: 'accepted' }),
  reject: async (_db, _act, input) => ({ state: 'rejected', answer: answerOf(input) }),
  assign: async (db, act, input, appeal) => {
    const handlerId = input.handler_id ?? act.session.userId
    await assertHandler(db, handlerId, appeal)
    return { state: 'assigned', handler_id: handlerId }
  },
  decide: async (db, act, input, appeal) => {
    await assertIsHandler(db, act.session.userId, appeal)
    await assertHandler(db, act.session.userId, appeal)
    const answer = answerOf(input)
    return input.unit_id === undefined || input.scores === undefined
      ? addUpAnew(db, answer, appeal)
      : markAnew(db, act, { ...input, answer, unit_id: input.unit_id }, appeal)
  },
  approve: (db, act, input, appeal) => settle(db, act, input, appeal, 'approve'),
  refuse: (db, act, input, appeal) => settle(db, act, input, appeal, 'refuse'),
}

function answerOf({ answer = '' }: Input): string {
  if (answer.trim().length >= 2) return answer.trim()
  throw new AppError('INPUT_INVALID').withDetails([
    { path: 'answer', message: '请写明答复，至少 2 个字，学生会看到' },
  ])
}

/**
 * No paper is marked anew: the score is what it adds up to now, as after an answer that was read wrong or an import that
 * was put right.
 */
async function addUpAnew(db: Db, answer: string, appeal: Appeal): Promise<Change> {
  const now = await db
    .selectFrom('candidate_subject')
    .where('candidate_id', '=', appeal.candidate_id)
    .where('subject_id', '=', appeal.subject_id)
    .select('total_milli')
    .executeTakeFirst()
  const afterMilli = now?.total_milli ?? null
  const outcome = outcomeOf(appeal.before_milli, afterMilli)
  const state = outcome === 'recount' ? 'closed' : outcome === 'lowered' ? 'approving' : 'decided'
  return { answer, state, outcome, after_milli: afterMilli, correction_id: null }
}

/** A paper gets another mark by the rules of score inspection, or keeps it. */
async function markAnew(
  db: Db,
  act: Act,
  input: Input & { answer: string; unit_id: number },
  appeal: Appeal,
): Promise<Change> {
  const { answer } = input
  await assertBlock(db, input.unit_id, appeal)
  const id = await inspectUnitIn(db, act, {
    exam_id: appeal.exam_id,
    subject_id: appeal.subject_id,
    candidate_id: appeal.candidate_id,
    unit_id: input.unit_id,
    version: input.unit_version ?? 0,
    scores: input.scores ?? [],
    reason: `成绩复核：${answer}`.slice(0, LONGEST_REASON),
  })
  const correction = await findCorrection(db, id)
  if (!correction) throw new Error(`correction ${id} is gone`)
  if (correction.state === 'unchanged')
    return {
      answer,
      state: 'closed',
      outcome: 'no_change',
      after_milli: appeal.before_milli,
      correction_id: null,
    }
  const difference = correction.after_milli - correction.before_milli
  return {
    answer,
    state: correction.state === 'pending' ? 'approving' : 'decided',
    outcome: difference < 0 ? 'lowered' : 'raised',
    after_milli: appeal.before_milli === null ? null : appeal.before_milli + difference,
    correction_id: id,
  }
}

/** @throws AppError APPEAL_OTHER_BLOCK */
async function assertBlock(db: Db, unitId: number, appeal: Appeal): Promise<void> {
  if (appeal.block_id === null) return
  const unit = await db
    .selectFrom('unit')
    .where('id', '=', unitId)
    .where('block_id', '=', appeal.block_id)
    .select('id')
    .executeTakeFirst()
  if (unit) return
  const block = await db
    .selectFrom('block')
    .where('id', '=', appeal.block_id)
    .select('name')
    .executeTakeFirst()
  throw new AppError('APPEAL_OTHER_BLOCK', { name: block?.name ?? '' })
}

const LONGEST_REASON = 500

/** A second person agrees to a lower score, or does not: then it stands as it was. */
async function settle(
  db: Db,
  act: Act,
  input: Input,
  appeal: Appeal,
  decision: 'approve' | 'refuse',
): Promise<Change> {
  if (appeal.handler_id === act.session.userId) throw new AppError('MARKING_SECOND_PERSON_NEEDED')
  const correction =
    appeal.correction_id === null ? undefined : await findCorrection(db, appeal.correction_id)
  // What was put right elsewhere is lower already: whoever did that has to look at it again.
  if (!correction) return { state: decision === 'approve' ? 'decided' : 'assigned' }
  const unit = await db
    .selectFrom('unit')
    .where('id', '=', correction.unit_id)
    .select(['id', 'version'])
    .executeTakeFirstOrThrow()
  await inspectUnitIn(db, act, {
    exam_id: appeal.exam_id,
    subject_id: appeal.subject_id,
    candidate_id: appeal.candidate_id,
    unit_id: unit.id,
    version: unit.version,
    correction_id: correction.id,
    decision,
    reason: (input.answer ?? '').slice(0, LONGEST_REASON),
  })
  return decision === 'approve'
    ? { state: 'decided' }
    : { state: 'closed', outcome: 'no_change', after_milli: appeal.before_milli }
}
