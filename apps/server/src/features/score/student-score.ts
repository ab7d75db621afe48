import type { Db } from '@hengjuan/db'
import type { Ratio } from '@hengjuan/stats'
import {
  AppError,
  type Attendance,
  isCompulsoryEducation,
  type Milli,
  NOT_SELECTED,
  type RankType,
  visibleRankTypes,
} from '@hengjuan/domain'
import { forgetTries, takeTry } from '../../http/try-limit.ts'
import type { Session } from '../../http/session.ts'
import type { Services } from '../../services.ts'
import { reportConfig } from '../setting/index.ts'
import { fillResults } from './snapshot/fill-results.ts'
import type {
  ResultDetail,
  ResultHead,
  ResultSummary,
  SubjectSummary,
} from './snapshot/own-results.ts'

const WINDOW_MINUTES = 15
const TRIES = 10
const LIMIT = { free: TRIES, waits: [WINDOW_MINUTES], windowMinutes: WINDOW_MINUTES }

/** Exams with released scores that the student sat. */
export const selectStudentExams = (db: Db, studentId: number) =>
  db
    .selectFrom('exam')
    .innerJoin('candidate', 'candidate.exam_id', 'exam.id')
    .where('candidate.student_id', '=', studentId)
    .where('exam.deleted_at', 'is', null)
    .where('exam.student_snapshot_id', 'is not', null)
    .select([
      'exam.id as exam_id',
      'exam.name as exam_name',
      'candidate.exam_no',
      'exam.start_date',
    ])
    .orderBy('exam.start_date', 'desc')
    .orderBy('exam.id', 'desc')
    .execute()

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

/** What a student is told of an exam. @throws AppError SCORE_NOT_RELEASED */
export async function toldTo(services: Services, studentId: number, own: Own, query: OwnQuery) {
  const { student_snapshot_id: snapshotId } = own
  if (snapshotId === null) throw new AppError('SCORE_NOT_RELEASED')
  const { ranks, policyReason } = await reportConfig(services.db, {
    schoolId: own.school_id,
    gradeId: own.grade_id,
    examId: query.examId,
  })
  const shown = { types: visibleRankTypes('student', ranks), policyReason }
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

/** More than levels needs a reason, which is printed. @source domain rules 18; reports 2.2 */
const formOf = (gradeId: number, policyReason: string): 'levels' | 'scores' =>
  isCompulsoryEducation(gradeId) && policyReason === '' ? 'levels' : 'scores'

/** Whether the students of an exam are told scores, or only levels. */
export async function toldForm(
  db: Db,
  exam: { id: number; school_id: number; grade_id: number },
): Promise<'levels' | 'scores'> {
  const { policyReason } = await reportConfig(db, {
    schoolId: exam.school_id,
    gradeId: exam.grade_id,
    examId: exam.id,
  })
  return formOf(exam.grade_id, policyReason)
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
    .where('exam.id', '=', query.examId)
    .where('exam.deleted_at', 'is', null)
    .where('candidate.student_id', '=', studentId)
    .where('candidate.exam_no', '=', query.examNo)
    .select([
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
async function describeOwn(
  db: Db,
  snapshotId: number,
  own: Own,
  { types: rankTypes, policyReason }: { types: readonly RankType[]; policyReason: string },
) {
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
    { gradeId: own.grade_id, publishedAt: own.published_at, types: rankTypes, policyReason },
  )
}

/** What is told of stored results, of which a student sees no more than this. */
export function toldOf(
  stored: { head: string; summary: string; detail: string },
  shown: {
    gradeId: number
    publishedAt: string | null
    types: readonly RankType[]
    policyReason: string
  },
) {
  const { types: rankTypes, policyReason } = shown
  const form = formOf(shown.gradeId, policyReason)
  const head = JSON.parse(stored.head) as ResultHead
  const summary = JSON.parse(stored.summary) as ResultSummary
  const detail = JSON.parse(stored.detail) as ResultDetail
  return {
    exam_name: head.examName,
    school_name: head.schoolName,
    // In a joint exam classes are named with their school, which stands before it here.
    class_name: head.className.replace(`${head.schoolName} `, ''),
    name: summary.name,
    exam_no: summary.examNo,
    version: head.version,
    published_at: shown.publishedAt ?? head.createdAt,
    form,
    total_milli: form === 'levels' ? null : summary.totalMilli,
    total_full_milli: head.totalFullMilli,
    partial: summary.partial,
    rank_class: rankTypes.includes('class') ? summary.rankClass : null,
    rank_school: rankTypes.includes('school') ? summary.rankSchool : null,
    policy_reason: rankTypes.length > 0 && policyReason !== '' ? policyReason : null,
    subjects: head.subjects.map((subject, place) => {
      const told = ownSubject(subject, summary.subjects[place], detail[place] ?? null, rankTypes)
      return form === 'levels' ? inLevels(told) : told
    }),
  }
}

const ownSubject = (
  subject: ResultHead['subjects'][number],
  result: SubjectSummary | undefined,
  detail: ResultDetail[number],
  rankTypes: readonly RankType[],
) => ({
  subject_id: subject.id,
  subject_name: subject.name,
  attendance: (result?.attendance ?? NOT_SELECTED) as Attendance,
  full_milli: subject.fullMilli,
  total_milli: result?.totalMilli ?? null,
  objective_milli: result?.objectiveMilli ?? null,
  subjective_milli: result?.subjectiveMilli ?? null,
  class_mean_milli: subject.classMeanMilli,
  grade_mean_milli: subject.gradeMeanMilli,
  rank_class: rankTypes.includes('class') ? (result?.rankClass ?? null) : null,
  rank_school: rankTypes.includes('school') ? (result?.rankSchool ?? null) : null,
  level: result?.level ?? null,
  items: subject.items.map((item, index) => ({
    no: item.no,
    full_milli: item.fullMilli,
    score_milli: detail?.scores[index] ?? null,
    outcome: outcomeOf(detail?.scores[index] ?? null, item.fullMilli),
    answer: detail?.answers[index] ?? null,
    key: item.key,
    class_rate: item.classRate as Ratio | null,
  })),
})

function outcomeOf(score: number | null, full: number): 'right' | 'part' | 'wrong' | null {
  if (score === null) return null
  return score >= full ? 'right' : score > 0 ? 'part' : 'wrong'
}

/** A subject without any figure from which a score, a mean or the size of the class follows. */
const inLevels = (subject: ReturnType<typeof ownSubject>): ReturnType<typeof ownSubject> => ({
  ...subject,
  total_milli: null,
  objective_milli: null,
  subjective_milli: null,
  class_mean_milli: null,
  grade_mean_milli: null,
  items: subject.items.map((item) => ({
    ...item,
    score_milli: null,
    class_rate: null,
  })),
})
