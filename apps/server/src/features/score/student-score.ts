import type { Db } from '@hengjuan/db'
import { AppError, type Milli } from '@hengjuan/domain'
import { forgetTries, takeTry } from '../../http/try-limit.ts'
import type { Session } from '../../http/session.ts'
import type { Services } from '../../services.ts'
import { assertConsent } from '../school/index.ts'
import { type Shown, shownOf } from './shown.ts'
import { fillResults } from './snapshot/fill-results.ts'
import { noteLook } from './snapshot/looks.ts'
import type { ResultSummary } from './snapshot/own-results.ts'
import { toldOf } from './told-of.ts'

const WINDOW_MINUTES = 15
const TRIES = 10
const LIMIT = { free: TRIES, waits: [WINDOW_MINUTES], windowMinutes: WINDOW_MINUTES }

/** Exams that the student sat, with released scores or a released book of wrong questions. */
export async function selectStudentExams(db: Db, studentId: number) {
  const rows = await db
    .selectFrom('exam')
    .innerJoin('candidate', 'candidate.exam_id', 'exam.id')
    .where('candidate.student_id', '=', studentId)
    .where('exam.deleted_at', 'is', null)
    .where((either) =>
      either.or([
        either('exam.student_snapshot_id', 'is not', null),
        either('exam.book_snapshot_id', 'is not', null),
      ]),
    )
    .select([
      'exam.student_snapshot_id',
      'exam.book_snapshot_id',
      'exam.id as exam_id',
      'exam.name as exam_name',
      'candidate.exam_no',
      'exam.start_date',
    ])
    .orderBy('exam.start_date', 'desc')
    .orderBy('exam.id', 'desc')
    .execute()
  return rows.map(({ student_snapshot_id: result, book_snapshot_id: book, ...exam }) => ({
    ...exam,
    has_result: result !== null,
    has_book: book !== null,
  }))
}

/**
 * The released scores of the signed-in student. An exam number that is another's, of an exam not sat, or
 * of nobody is answered alike. Every try is counted before it is looked at.
 *
 * @throws AppError QUERY_LOCKED, QUERY_NOT_MATCHED, SCORE_NOT_RELEASED
 * @source domain rules 18 (policy by stage); specification, section 2
 */
export async function findStudentScore(
  services: Services,
  session: Pick<Session, 'userId' | 'studentId'>,
  query: OwnQuery,
) {
  const bucket = `score-query:user:${session.userId}`
  const minutes = await takeTry(services, { bucket, ...LIMIT })
  if (minutes !== null) throw new AppError('QUERY_LOCKED', { minutes })
  const own = await selectOwn(services.db, session.studentId ?? -1, query)
  if (!own) throw new AppError('QUERY_NOT_MATCHED')
  await forgetTries(services, bucket)
  return toldTo(services, session.studentId ?? -1, own, query)
}

export interface OwnQuery {
  examId: number
  examNo: string
}

/** What a student is told of an exam. @throws AppError SCORE_NOT_RELEASED, GUARDIAN_CONSENT_NEEDED */
export async function toldTo(services: Services, studentId: number, own: Own, query: OwnQuery) {
  const { student_snapshot_id: snapshotId } = own
  if (snapshotId === null) throw new AppError('SCORE_NOT_RELEASED')
  await assertConsent(services.db, studentId, own)
  const shown = await shownOf(services.db, { ...own, id: query.examId })
  if (own.looked_at === null)
    noteLook(services, { examId: query.examId, candidateId: own.candidate_id })
  const told = await describeOwn(services.db, snapshotId, own, shown)
  if (told) return told
  // Released before results were written for each candidate, or just now; or the candidate came later.
  await fillResults(services, snapshotId)
  const filled = await selectOwn(services.db, studentId, query)
  const late =
    filled?.student_snapshot_id === snapshotId
      ? await describeOwn(services.db, snapshotId, filled, shown)
      : null
  if (!late) throw new AppError('SCORE_NOT_RELEASED')
  return late
}

/**
 * The score of a subject in the version that the student was told; null where the subject was not sat.
 *
 * @throws AppError QUERY_NOT_MATCHED, SCORE_NOT_RELEASED
 */
export async function releasedScore(
  services: Services,
  studentId: number,
  { examId, subjectId }: { examId: number; subjectId: number },
): Promise<{ totalMilli: Milli } | null> {
  const { db } = services
  const candidate = await db
    .selectFrom('candidate')
    .where('exam_id', '=', examId)
    .where('student_id', '=', studentId)
    .select('exam_no')
    .executeTakeFirst()
  const query = { examId, examNo: candidate?.exam_no ?? '' }
  const own = candidate && (await selectOwn(db, studentId, query))
  if (!own) throw new AppError('QUERY_NOT_MATCHED')
  // Writes the results where that was not done yet.
  const told = await toldTo(services, studentId, own, query)
  const place = told.subjects.findIndex(({ subject_id }) => subject_id === subjectId)
  const filled = await selectOwn(db, studentId, query)
  const summary = JSON.parse(filled?.summary ?? '{}') as Partial<ResultSummary>
  const totalMilli = summary.subjects?.[place]?.totalMilli ?? null
  return totalMilli === null ? null : { totalMilli }
}

/** The candidate, with the results of the version that the exam names: looks into indexes only. */
export const selectOwn = (db: Db, studentId: number, query: OwnQuery) =>
  db
    .selectFrom('candidate')
    .innerJoin('exam', 'exam.id', 'candidate.exam_id')
    .leftJoin('exam_result', (join) =>
      join
        .onRef('exam_result.snapshot_id', '=', 'exam.student_snapshot_id')
        .onRef('exam_result.candidate_id', '=', 'candidate.id'),
    )
    .leftJoin('result_look', (join) =>
      join
        .onRef('result_look.exam_id', '=', 'exam.id')
        .onRef('result_look.candidate_id', '=', 'candidate.id'),
    )
    .where('exam.id', '=', query.examId)
    .where('exam.deleted_at', 'is', null)
    .where('candidate.student_id', '=', studentId)
    .where('candidate.exam_no', '=', query.examNo)
    .select([
      'candidate.id as candidate_id',
      'result_look.at as looked_at',
      'exam.student_snapshot_id',
      'exam.published_at',
      'exam.school_id',
      'exam.grade_id',
      'exam_result.class_id',
      'exam_result.summary',
      'exam_result.detail',
    ])
    .executeTakeFirst()

type Own = NonNullable<Awaited<ReturnType<typeof selectOwn>>>

/** @returns null where the results are not written, or not all */
async function describeOwn(db: Db, snapshotId: number, own: Own, shown: Shown) {
  if (own.summary === null || own.detail === null || own.class_id === null) return null
  const row = await db
    .selectFrom('exam_result_head')
    .where('snapshot_id', '=', snapshotId)
    .where('class_id', '=', own.class_id)
    .select('head')
    .executeTakeFirst()
  if (!row) return null
  return toldOf(
    { head: row.head, summary: own.summary, detail: own.detail },
    { publishedAt: own.published_at, shown },
  )
}
