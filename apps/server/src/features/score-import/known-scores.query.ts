import { type Db, isOneOf, type Tables } from '@hengjuan/db'
import type { Milli } from '@hengjuan/domain'
import type { Selectable } from 'kysely'

export type ScoreRow = Pick<
  Selectable<Tables['candidate_subject']>,
  | 'candidate_id'
  | 'subject_id'
  | 'attendance'
  | 'attendance_source'
  | 'special_flag'
  | 'item_scores'
  | 'objective_milli'
  | 'subjective_milli'
  | 'total_milli'
> & { batch_id: number | null; imported_by: number | null; imported_at: string | null }

/** What holds of candidates in subjects, and by which batch. All candidates of the exam without `ids`. */
export async function selectScores(
  db: Db,
  examId: number,
  subjectIds: readonly number[],
  ids?: readonly number[],
): Promise<ScoreRow[]> {
  return db
    .selectFrom('candidate_subject as cs')
    .leftJoin('imported_score as imported', (join) =>
      join
        .onRef('imported.candidate_id', '=', 'cs.candidate_id')
        .onRef('imported.subject_id', '=', 'cs.subject_id'),
    )
    .where('cs.exam_id', '=', examId)
    .where(isOneOf(db, 'cs.subject_id', subjectIds))
    .$if(ids !== undefined, (query) => query.where(isOneOf(db, 'cs.candidate_id', ids ?? [])))
    .select([
      'cs.candidate_id',
      'cs.subject_id',
      'cs.attendance',
      'cs.attendance_source',
      'cs.special_flag',
      'cs.item_scores',
      'cs.objective_milli',
      'cs.subjective_milli',
      'cs.total_milli',
      'imported.batch_id',
      'imported.by_id as imported_by',
      'imported.at as imported_at',
    ])
    .execute()
}

export const selectPeople = (db: Db, examId: number) =>
  db
    .selectFrom('candidate')
    .innerJoin('class', 'class.id', 'candidate.class_id')
    .where('candidate.exam_id', '=', examId)
    .select([
      'candidate.id',
      'candidate.exam_no',
      'candidate.name',
      'candidate.school_id',
      'candidate.student_id',
      'candidate.class_id',
      'class.name as class_name',
    ])
    .orderBy('candidate.exam_no')
    .execute()

/** Totals of students in a subject at the last exam before that was released; null where there is none. */
export async function selectLastTotals(
  db: Db,
  exam: { id: number; school_id: number; start_date: string },
  subjectId: number,
): Promise<Map<number, Milli> | null> {
  const last = await db
    .selectFrom('exam')
    .innerJoin('exam_subject', 'exam_subject.exam_id', 'exam.id')
    .where('exam.school_id', '=', exam.school_id)
    .where('exam.id', '!=', exam.id)
    .where('exam.deleted_at', 'is', null)
    .where('exam.published_snapshot_id', 'is not', null)
    .where('exam.start_date', '<=', exam.start_date)
    .where('exam_subject.subject_id', '=', subjectId)
    .select('exam.id')
    .orderBy('exam.start_date', 'desc')
    .orderBy('exam.id', 'desc')
    .executeTakeFirst()
  if (!last) return null
  const rows = await db
    .selectFrom('candidate_subject as cs')
    .innerJoin('candidate', 'candidate.id', 'cs.candidate_id')
    .where('cs.exam_id', '=', last.id)
    .where('cs.subject_id', '=', subjectId)
    .where('cs.total_milli', 'is not', null)
    .select(['candidate.student_id', 'cs.total_milli'])
    .execute()
  return new Map(rows.map(({ student_id, total_milli }) => [student_id, total_milli ?? 0]))
}
