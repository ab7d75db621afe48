import type { Db } from '@hengjuan/db'
import { gradeLabel } from '@hengjuan/domain'

/** What a class was called in each school year that has ended. */
export async function selectClassYears(db: Db, classId: number) {
  const rows = await db
    .selectFrom('class_year')
    .where('class_id', '=', classId)
    .select(['year', 'grade_id', 'name'])
    .orderBy('year', 'desc')
    .execute()
  return rows.map(({ year, grade_id, name }) => ({ year, name, grade_name: gradeLabel(grade_id) }))
}

/** Exams that candidates of the class sat, the newest first. */
export async function selectClassExams(db: Db, classId: number) {
  const rows = await db
    .selectFrom('candidate')
    .innerJoin('exam', 'exam.id', 'candidate.exam_id')
    .where('candidate.class_id', '=', classId)
    .where('exam.deleted_at', 'is', null)
    .groupBy(['exam.id', 'exam.name', 'exam.start_date', 'exam.published_snapshot_id'])
    .select(({ fn }) => [
      'exam.id as exam_id',
      'exam.name',
      'exam.start_date',
      'exam.published_snapshot_id',
      fn.countAll().as('candidates'),
    ])
    .orderBy('exam.start_date', 'desc')
    .orderBy('exam.id', 'desc')
    .limit(50)
    .execute()
  return rows.map(({ published_snapshot_id, candidates, ...exam }) => ({
    ...exam,
    candidates: Number(candidates),
    published: published_snapshot_id !== null,
  }))
}
