import { type Db, lockRows } from '@hengjuan/db'
import type { PadState } from '@hengjuan/domain'

export interface Place {
  examId: number
  subjectId: number
}

export const placeOf = (at: { exam_id: number; subject_id: number }): Place => ({
  examId: at.exam_id,
  subjectId: at.subject_id,
})

const padExams = (db: Db, { examId, subjectId }: Place) =>
  db
    .selectFrom('pad_exam')
    .selectAll()
    .where('exam_id', '=', examId)
    .where('subject_id', '=', subjectId)

export type PadExamRow = NonNullable<Awaited<ReturnType<typeof findPadExam>>>

/** What was released of a subject; undefined before it was for the first time. */
export async function findPadExam(db: Db, place: Place) {
  const row = await padExams(db, place).executeTakeFirst()
  return row && { ...row, state: row.state as PadState }
}

/** The same for an act of whoever holds it: one at a time, and none while somebody begins. */
export async function lockPadExam(db: Db, place: Place) {
  await lockRows(
    db,
    db
      .selectFrom('exam_subject')
      .where('exam_id', '=', place.examId)
      .where('subject_id', '=', place.subjectId)
      .select('status'),
  ).execute()
  return findPadExam(db, place)
}

/** Attempts of a subject. */
export const attemptsOf = (db: Db, { examId, subjectId }: Place) =>
  db
    .selectFrom('attempt')
    .where('attempt.exam_id', '=', examId)
    .where('attempt.subject_id', '=', subjectId)

export async function countAttempts(db: Db, place: Place): Promise<number> {
  const { n } = await attemptsOf(db, place)
    .select(({ fn }) => fn.countAll().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}

export type AttemptRow = NonNullable<Awaited<ReturnType<typeof findAttempt>>>

export const findAttempt = (db: Db, attemptId: number) =>
  db.selectFrom('attempt').selectAll().where('id', '=', attemptId).executeTakeFirst()

/** An attempt that nobody else changes until the end of the transaction. */
export const lockAttempt = (db: Db, attemptId: number) =>
  lockRows(db, db.selectFrom('attempt').selectAll().where('id', '=', attemptId)).executeTakeFirst()

/** Questions of a subject in their order, by their rows. */
export const selectQuestions = (db: Db, { examId, subjectId }: Place) =>
  db
    .selectFrom('question')
    .where('exam_id', '=', examId)
    .where('subject_id', '=', subjectId)
    .select(['id', 'no', 'type', 'option_count', 'block_id', 'full_milli'])
    .orderBy('sort')
    .execute()

/** A candidate of a subject who takes it. */
export const findCandidateOf = (db: Db, { examId, subjectId }: Place, studentId: number) =>
  db
    .selectFrom('candidate')
    .innerJoin('candidate_subject', 'candidate_subject.candidate_id', 'candidate.id')
    .innerJoin('exam', 'exam.id', 'candidate.exam_id')
    .where('candidate.exam_id', '=', examId)
    .where('candidate.student_id', '=', studentId)
    .where('candidate_subject.exam_id', '=', examId)
    .where('candidate_subject.subject_id', '=', subjectId)
    .where('exam.deleted_at', 'is', null)
    .select([
      'candidate.id',
      'candidate.name',
      'candidate.school_id',
      'candidate_subject.attendance',
      'exam.name as exam_name',
      'exam.grade_id',
      'exam.school_id as holder_id',
    ])
    .executeTakeFirst()
