import type { Db } from '@hengjuan/db'
import {
  AppError,
  convertGrades,
  GRADE_SCHEMES,
  meanOf,
  PRESENT,
  type RankType,
  visibleRankTypes,
} from '@hengjuan/domain'
import { beside } from '../../beside/beside.ts'
import { countHit, hitsOf } from '../../http/rate-limit.ts'
import type { Session } from '../../http/session.ts'
import type { Services } from '../../services.ts'
import { reportConfig } from '../setting/index.ts'
import { loadSnapshot } from './snapshot/load.ts'
import { countedItem } from './snapshot/counted-item.ts'
import type {
  SnapshotCandidate,
  SnapshotData,
  SnapshotQuestion,
  SnapshotSubject,
} from './snapshot/snapshot-data.ts'

const WINDOW_MINUTES = 15
const TRIES = 10

/** Exams with released scores that the student sat. */
export const selectStudentExams = (db: Db, studentId: number) =>
  db
    .selectFrom('exam')
    .innerJoin('candidate', 'candidate.exam_id', 'exam.id')
    .where('candidate.student_id', '=', studentId)
    .where('exam.deleted_at', 'is', null)
    .where('exam.published_snapshot_id', 'is not', null)
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
 * of nobody is answered alike, and counted.
 *
 * @throws AppError QUERY_LOCKED, QUERY_NOT_MATCHED, SCORE_NOT_RELEASED
 * @source domain rules 18 (policy by stage); specification, section 2
 */
export async function findStudentScore(
  services: Services,
  session: Session,
  query: { examId: number; examNo: string },
) {
  const bucket = `score-query:user:${session.userId}`
  if ((await hitsOf(services, bucket, WINDOW_MINUTES)) >= TRIES)
    throw new AppError('QUERY_LOCKED', { minutes: WINDOW_MINUTES })
  const own = await services.db
    .selectFrom('candidate')
    .innerJoin('exam', 'exam.id', 'candidate.exam_id')
    .where('exam.id', '=', query.examId)
    .where('exam.deleted_at', 'is', null)
    .where('candidate.student_id', '=', session.studentId ?? -1)
    .where('candidate.exam_no', '=', query.examNo)
    .select(['candidate.id', 'exam.published_snapshot_id', 'exam.published_at'])
    .select(['exam.school_id', 'exam.grade_id'])
    .executeTakeFirst()
  if (!own) {
    await countHit(services, bucket, WINDOW_MINUTES)
    throw new AppError('QUERY_NOT_MATCHED')
  }
  const { published_snapshot_id: snapshotId, published_at: publishedAt } = own
  const { ranks } = await reportConfig(services.db, {
    schoolId: own.school_id,
    gradeId: own.grade_id,
    examId: query.examId,
  })
  const rankTypes = visibleRankTypes('student', ranks)
  const score =
    snapshotId === null
      ? null
      : await ownScore(services, { snapshotId, candidateId: own.id, publishedAt, rankTypes })
  // Not released, or added to the exam after the release.
  if (score === null) throw new AppError('SCORE_NOT_RELEASED')
  return score
}

/** What a candidate is told of a version, beside all others of it; away from those who mark. */
export const ownScore = beside(
  import.meta.url,
  'ownScore',
  async (
    { db },
    own: {
      snapshotId: number
      candidateId: number
      publishedAt: string | null
      rankTypes: readonly RankType[]
    },
  ) => {
    const data = await loadSnapshot(db, own.snapshotId)
    const candidate = data.candidates.find(({ candidateId }) => candidateId === own.candidateId)
    if (!candidate) return null
    // A joint exam is held by another school, or by a bureau.
    const school = await db
      .selectFrom('school')
      .where('id', '=', candidate.schoolId)
      .select('name')
      .executeTakeFirstOrThrow()
    return describeOwn(data, candidate, {
      schoolName: school.name,
      publishedAt: own.publishedAt ?? data.createdAt,
      rankTypes: own.rankTypes,
    })
  },
)

function describeOwn(
  data: SnapshotData,
  candidate: SnapshotCandidate,
  {
    schoolName,
    publishedAt,
    rankTypes,
  }: { schoolName: string; publishedAt: string; rankTypes: readonly RankType[] },
) {
  const { manifest } = data
  return {
    exam_name: manifest.examName,
    school_name: schoolName,
    class_name: manifest.classes.find(({ id }) => id === candidate.classId)?.name ?? '',
    name: candidate.name,
    exam_no: candidate.examNo,
    version: data.version,
    published_at: publishedAt,
    total_milli: candidate.totalMilli,
    total_full_milli: manifest.subjects.reduce((sum, { fullMilli }) => sum + fullMilli, 0),
    partial: candidate.partial,
    rank_class: rankTypes.includes('class') ? candidate.rankClass : null,
    rank_school: rankTypes.includes('school') ? candidate.rankSchool : null,
    subjects: manifest.subjects.map((subject) => ownSubject(data, candidate, subject, rankTypes)),
  }
}

function ownSubject(
  data: SnapshotData,
  candidate: SnapshotCandidate,
  subject: SnapshotSubject,
  rankTypes: readonly RankType[],
) {
  const result = candidate.subjects[subject.id]
  const grade = data.candidates.filter(
    ({ subjects }) => subjects[subject.id]?.attendance === PRESENT,
  )
  const classmates = grade.filter(({ classId }) => classId === candidate.classId)
  const totalsOf = (people: readonly SnapshotCandidate[]): number[] =>
    people.flatMap(({ subjects }) => subjects[subject.id]?.totalMilli ?? [])
  return {
    subject_id: subject.id,
    subject_name: subject.name,
    attendance: result?.attendance ?? 3,
    full_milli: subject.fullMilli,
    total_milli: result?.totalMilli ?? null,
    objective_milli: result?.objectiveMilli ?? null,
    subjective_milli: result?.subjectiveMilli ?? null,
    class_mean_milli: meanOf(totalsOf(classmates)),
    grade_mean_milli: meanOf(totalsOf(grade)),
    rank_class: rankTypes.includes('class') ? (result?.rankClass ?? null) : null,
    rank_school: rankTypes.includes('school') ? (result?.rankSchool ?? null) : null,
    level: levelOf(totalsOf(grade), result?.totalMilli ?? null),
    items: subject.questions.map((question, index) => ({
      no: question.no,
      full_milli: question.fullMilli,
      score_milli: result?.items[index] ?? null,
      // Nothing written is no worthless answer, of written questions as of others. @source domain rules 6.1 (6)
      answer: result?.notResponded?.includes(question.id) ? '' : (result?.answers[index] ?? null),
      key: question.objective ? question.key.join('') : null,
      class_rate: rateOf(classmates, subject.id, question, index),
    })),
  }
}

/** A to E by the default distribution of the specification (17, 33, 33, 15, 2 percent) within the grade. */
function levelOf(totals: readonly number[], own: number | null): string | null {
  if (own === null) return null
  return convertGrades(totals, GRADE_SCHEMES.seed_default).scores[totals.indexOf(own)]?.code ?? null
}

/** Points got over points to be got, of those for whom the question counts. */
export function rateOf(
  people: readonly SnapshotCandidate[],
  subjectId: number,
  question: Pick<SnapshotQuestion, 'id' | 'fullMilli'>,
  index: number,
): { num: number; den: number } {
  const scores = people.flatMap(
    (candidate) => countedItem(candidate, subjectId, question.id, index) ?? [],
  )
  return {
    num: scores.reduce((sum, score) => sum + score, 0),
    den: scores.length * question.fullMilli,
  }
}
