import type { InputOf, padSave, ReplyOf } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import {
  AppError,
  type AnswerTiming,
  answerTiming,
  isObjectiveType,
  type SheetQuestion,
  trueLetters,
} from '@hengjuan/domain'
import { isoNow } from '../../../clock.ts'
import type { Services } from '../../../services.ts'
import { type AttemptRow, findPadExam, selectQuestions } from '../pad.query.ts'
import { LAST_MS } from '../last-time.ts'
import { findDesign } from '../table/picture.query.ts'
import { answerProblem, type Mixing, optionOrder } from './paper-of.ts'

type Changes = InputOf<typeof padSave>['body']['changes']
type Saved = ReplyOf<typeof padSave>

/**
 * Keeps what an attempt was changed by, once however often it is sent: changes of a number that was stored are passed
 * over. What was made in time and came late counts for ten minutes, or waits for whoever holds the exam; what was made
 * after the end is refused.
 *
 * @param attempt locked by the caller
 * @throws AppError PAD_ANSWER_INVALID; nothing of the call is kept then
 */
export async function saveAnswers(
  db: Db,
  services: Services,
  attempt: AttemptRow,
  { seq, changes, left = 0 }: { seq: number; changes: Changes; left?: number },
): Promise<Saved> {
  const place = { examId: attempt.exam_id, subjectId: attempt.subject_id }
  const exam = await findPadExam(db, place)
  if (!exam) throw new AppError('PAD_NOT_YOURS')
  const now = isoNow(services.clock)
  const isPaused = exam.state === 'paused' && attempt.is_makeup === 0
  const counted: Record<AnswerTiming, number> = { counts: 0, late: 0, waits: 0, refused: 0 }
  const isNew = seq > attempt.seq
  if (isNew && changes.length > 0) {
    const understood = await understand(db, attempt, exam, changes)
    for (const change of understood) {
      const timing = timingOf(attempt, change.at, now, isPaused ? exam.paused_at : null)
      counted[timing] += 1
      if (timing !== 'refused')
        await keep(db, timing === 'waits' ? 'attempt_late' : 'attempt_answer', {
          attempt_id: attempt.id,
          ...change,
          received_at: now,
          seq,
        })
    }
  }
  await db
    .updateTable('attempt')
    .set({
      last_seen_at: now,
      seq: Math.max(seq, attempt.seq),
      left_count: attempt.left_count + left,
      late_count: attempt.late_count + counted.late,
    })
    .where('id', '=', attempt.id)
    .execute()
  return {
    seq: Math.max(seq, attempt.seq),
    ends_at: attempt.ends_at,
    submitted_at: attempt.submitted_at,
    paused: isPaused,
    server_now: now,
    late: counted.late,
    waiting: counted.waits,
    refused: counted.refused,
  }
}

function timingOf(
  attempt: AttemptRow,
  at: string,
  received: string,
  pausedAt: string | null,
): AnswerTiming {
  const timing = answerTiming(
    { at, received },
    { endsAt: pausedAt ?? attempt.ends_at, submittedAt: attempt.submitted_at },
  )
  // While clocks stand nothing is late that was made before.
  if (pausedAt !== null && timing !== 'refused') return 'counts'
  // What is in marking already changes by a person's decision only.
  return timing === 'late' && attempt.answers_hash !== null ? 'waits' : timing
}

/** Changes in the letters of the questions themselves. @throws AppError PAD_ANSWER_INVALID */
async function understand(
  db: Db,
  attempt: AttemptRow,
  exam: { shuffle_options: number; shuffle_items: number },
  changes: Changes,
) {
  const place = { examId: attempt.exam_id, subjectId: attempt.subject_id }
  const design = await findDesign(db, place)
  const rows = await selectQuestions(db, place)
  const byNo = new Map(
    design?.sections.flatMap(({ questions }) => questions).map((one) => [one.no, one]),
  )
  const questionOf = new Map(rows.map(({ id, no }) => [id, byNo.get(no)]))
  const mixing: Mixing = { ...place, candidateId: attempt.candidate_id, ...mixingOf(exam) }
  const photos = await db
    .selectFrom('attempt_photo')
    .where('attempt_id', '=', attempt.id)
    .select(['question_id', 'hash'])
    .execute()
  return changes.map(({ question_id, sub, value, at }) => {
    const question = questionOf.get(question_id)
    const problem = question
      ? answerProblem(question, sub, value)
      : '有一道题不在这份试卷中，请刷新页面'
    const isForeign =
      sub === 'photos' &&
      value !== '' &&
      value
        .split(',')
        .some((hash) => !photos.some((one) => one.hash === hash && one.question_id === question_id))
    const made = Date.parse(at)
    if (!question || problem !== null || isForeign || !(made > 0 && made < LAST_MS))
      throw new AppError('PAD_ANSWER_INVALID', {
        reason: problem ?? `第 ${question?.no ?? ''} 题的作答不完整，请重新作答`,
      })
    return {
      question_id,
      sub,
      value: storedValue(question, value, mixing),
      at: new Date(made).toISOString(),
    }
  })
}

const storedValue = (question: SheetQuestion, value: string, mixing: Mixing): string =>
  isObjectiveType(question.type) ? trueLetters(value, optionOrder(question, mixing)) : value

export const mixingOf = (exam: { shuffle_options: number; shuffle_items: number }) => ({
  options: exam.shuffle_options === 1,
  items: exam.shuffle_items === 1,
})

interface KeptAnswer {
  attempt_id: number
  question_id: number
  sub: string
  value: string
  at: string
  received_at: string
  seq: number
}

/** Of an answer what was made last holds, whichever arrives last. */
const keep = (db: Db, table: 'attempt_answer' | 'attempt_late', answer: KeptAnswer) =>
  db
    .insertInto(table)
    .values(answer)
    .onConflict((conflict) =>
      conflict
        .columns(['attempt_id', 'question_id', 'sub'])
        .doUpdateSet({
          value: answer.value,
          at: answer.at,
          received_at: answer.received_at,
          seq: answer.seq,
        })
        .where(`${table}.at`, '<=', answer.at),
    )
    .execute()
