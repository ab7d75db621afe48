import type { appealSubmit, InputOf } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import {
  APPEAL_ANSWER_DAYS,
  APPEAL_PERS,
  type AppealPer,
  AppError,
  mayTake,
  OPEN_APPEALS,
  subjectName,
} from '@hengjuan/domain'
import { isoNow, minutesFrom } from '../../clock.ts'
import type { Session } from '../../http/session.ts'
import { findTarget } from '../../http/targets.ts'
import type { Services } from '../../services.ts'
import { wallTime } from '../../wall-clock.ts'
import { releasedScore } from '../score/index.ts'
import { lockedAppeal, selectBlocksOf, windowOf } from './appeal.query.ts'
import { tellStaff } from './tell-appeal.ts'

const DAY_MINUTES = 24 * 60

type Input = InputOf<typeof appealSubmit>['body']

interface Act {
  services: Services
  session: Session
}

/** Who asks: the signed-in student, or one for whom a member of staff asks. @throws AppError, see the contract */
export async function askedFor(act: Act, input: Input): Promise<{ studentId: number }> {
  const { services, session } = act
  if (input.candidate_id === undefined) return { studentId: session.studentId ?? -1 }
  await findTarget(services.db, session, 'score.preview', { exam: input.exam_id })
  const candidate = await services.db
    .selectFrom('candidate')
    .where('id', '=', input.candidate_id)
    .where('exam_id', '=', input.exam_id)
    .select('student_id')
    .executeTakeFirst()
  if (candidate?.student_id === undefined) throw new AppError('NOT_FOUND', { what: '考生' })
  return { studentId: candidate.student_id }
}

/**
 * Takes in that a student doubts the own released score of a subject.
 *
 * @param beforeMilli the score that the student was told
 * @throws AppError QUERY_NOT_MATCHED, SCORE_NOT_RELEASED, APPEAL_CLOSED, APPEAL_OPEN
 */
export async function submitAppeal(
  db: Db,
  act: Act,
  input: Input,
  { studentId, beforeMilli }: { studentId: number; beforeMilli: number },
): Promise<number> {
  const { services, session } = act
  const own = await db
    .selectFrom('candidate')
    .innerJoin('exam', 'exam.id', 'candidate.exam_id')
    .innerJoin('subject', (join) => join.on('subject.id', '=', input.subject_id))
    .where('candidate.student_id', '=', studentId)
    .where('exam.id', '=', input.exam_id)
    .where('exam.deleted_at', 'is', null)
    .select(['candidate.id as candidate_id', 'exam.id', 'exam.name', 'exam.school_id'])
    .select(['exam.grade_id', 'subject.name as subject_name', 'candidate.name as student_name'])
    .executeTakeFirst()
  if (!own) throw new AppError('QUERY_NOT_MATCHED')
  const now = isoNow(services.clock)
  const open = await windowOf(db, own)
  if (!open) throw new AppError('APPEAL_CLOSED', { why: '本场考试没有开放' })
  if (open.from > now) throw new AppError('APPEAL_CLOSED', { why: `${wallTime(open.from)} 开始` })
  if (open.until <= now)
    throw new AppError('APPEAL_CLOSED', { why: `已于 ${wallTime(open.until)} 截止` })
  await assertTarget(db, input, { studentId, per: open.per })
  const subject = subjectName(input.subject_id, own.grade_id, {
    [input.subject_id]: own.subject_name,
  })
  const before = await db
    .selectFrom('appeal')
    .where('candidate_id', '=', own.candidate_id)
    .where('subject_id', '=', input.subject_id)
    .where('block_id', input.block_id === undefined ? 'is' : '=', input.block_id ?? null)
    .where('state', 'in', [...OPEN_APPEALS, 'closed', 'rejected'])
    .select('state')
    .executeTakeFirst()
  if (before) throw new AppError('APPEAL_OPEN', { subject })
  const { id } = await db
    .insertInto('appeal')
    .values({
      exam_id: own.id,
      subject_id: input.subject_id,
      candidate_id: own.candidate_id,
      student_id: studentId,
      block_id: input.block_id ?? null,
      reason: input.reason.trim(),
      state: 'submitted',
      submitted_at: now,
      due_at: minutesFrom(services.clock, APPEAL_ANSWER_DAYS * DAY_MINUTES),
      submitted_by: session.userId,
      before_milli: beforeMilli,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tellStaff(db, act, own, {
    to: null,
    text: `${own.student_name} 申请复核${subject}，请受理。`,
    appealId: id,
  })
  return id
}

/** @throws AppError APPEAL_PER for a block where subjects are asked for; NOT_FOUND for one that was not sat */
async function assertTarget(
  db: Db,
  { exam_id, subject_id, block_id }: Input,
  { studentId, per }: { studentId: number; per: AppealPer },
): Promise<void> {
  if (block_id === undefined) return
  if (per === 'subject') throw new AppError('APPEAL_PER', { per: APPEAL_PERS[per] })
  const blocks = await selectBlocksOf(db, exam_id, studentId)
  if (!blocks.some((one) => one.block_id === block_id && one.subject_id === subject_id))
    throw new AppError('NOT_FOUND', { what: '题块' })
}

/** @throws AppError QUERY_NOT_MATCHED where the subject was not sat, SCORE_NOT_RELEASED */
export async function doubted(services: Services, studentId: number, input: Input) {
  const score = await releasedScore(services, studentId, {
    examId: input.exam_id,
    subjectId: input.subject_id,
  })
  if (!score) throw new AppError('QUERY_NOT_MATCHED')
  return { studentId, beforeMilli: score.totalMilli }
}

/** @throws AppError NOT_FOUND for another's, APPEAL_STATE once it is being looked at */
export async function withdrawAppeal(db: Db, session: Session, appealId: number): Promise<number> {
  const known = await db
    .selectFrom('appeal')
    .where('id', '=', appealId)
    .where('student_id', '=', session.studentId ?? -1)
    .select('exam_id')
    .executeTakeFirst()
  if (!known) throw new AppError('NOT_FOUND', { what: '复核申请' })
  const appeal = await lockedAppeal(db, known.exam_id, appealId)
  if (!mayTake('withdraw', appeal.state))
    throw new AppError('APPEAL_STATE', { state: '已经开始处理或已撤回' })
  await db
    .updateTable('appeal')
    .set({ state: 'withdrawn', version: appeal.version + 1 })
    .where('id', '=', appealId)
    .execute()
  return known.exam_id
}
