import type { Db } from '@hengjuan/db'
import { TOTAL_SUBJECT_ID } from '@hengjuan/domain'

/**
 * Subjects with what a school says about them: a standard subject is used unless it was hidden, one that schools made
 * where it was linked. In the order of the school.
 */
export async function selectSchoolSubjects(db: Db, schoolId: number) {
  const rows = await db
    .selectFrom('subject')
    .leftJoin('school_subject', (join) =>
      join
        .onRef('school_subject.subject_id', '=', 'subject.id')
        .on('school_subject.school_id', '=', schoolId),
    )
    .where('subject.id', '!=', TOTAL_SUBJECT_ID)
    .select([
      'subject.id',
      'subject.name',
      'subject.short_name',
      'subject.custom',
      'subject.stages',
      'school_subject.hidden',
    ])
    .select((eb) => eb.fn.coalesce('school_subject.sort', 'subject.sort').as('place'))
    .orderBy('place')
    .orderBy('subject.id')
    .execute()
  return rows.map(({ hidden, place: _place, ...row }) => ({
    ...row,
    used: row.custom === 1 ? hidden === 0 : hidden !== 1,
  }))
}

/** How many exams of the school have each subject. */
export async function selectExamCounts(db: Db, schoolId: number): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('exam_subject')
    .innerJoin('exam', 'exam.id', 'exam_subject.exam_id')
    .where('exam.school_id', '=', schoolId)
    .where('exam.deleted_at', 'is', null)
    .groupBy('exam_subject.subject_id')
    .select(({ fn }) => ['exam_subject.subject_id', fn.countAll().as('count')])
    .execute()
  return new Map(rows.map(({ subject_id, count }) => [subject_id, Number(count)]))
}

/** How many people of the school teach each subject. */
export async function selectTeacherCounts(db: Db, schoolId: number): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('teaching')
    .innerJoin('user', 'user.id', 'teaching.user_id')
    .where('user.school_id', '=', schoolId)
    .where('user.disabled_at', 'is', null)
    .groupBy('teaching.subject_id')
    .select(({ fn }) => [
      'teaching.subject_id',
      fn.count('teaching.user_id').distinct().as('count'),
    ])
    .execute()
  return new Map(rows.map(({ subject_id, count }) => [subject_id, Number(count)]))
}

/** How many other schools use a subject that schools made. */
export async function countOtherSchools(
  db: Db,
  schoolId: number,
  subjectId: number,
): Promise<number> {
  const { count } = await db
    .selectFrom('school_subject')
    .where('subject_id', '=', subjectId)
    .where('school_id', '!=', schoolId)
    .where('hidden', '=', 0)
    .select((eb) => eb.fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
