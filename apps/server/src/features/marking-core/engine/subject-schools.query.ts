import type { Db } from '@hengjuan/db'
import type { BlockRow } from '../block/block-rules.query.ts'

/** The schools whose candidates sit in a subject, absent ones left out. */
export async function selectSchoolsOf(db: Db, examId: number, subjectId: number) {
  return db
    .selectFrom('candidate_subject')
    .innerJoin('candidate', 'candidate.id', 'candidate_subject.candidate_id')
    .innerJoin('school', 'school.id', 'candidate.school_id')
    .where('candidate_subject.exam_id', '=', examId)
    .where('candidate_subject.subject_id', '=', subjectId)
    .where('candidate_subject.attendance', 'in', [0, -1])
    .groupBy(['school.id', 'school.name'])
    .select(['school.id as school_id', 'school.name'])
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .orderBy('school.id')
    .execute()
}

/** The same by class, in the order of the schools and of their classes. */
export async function selectClassesOf(db: Db, examId: number, subjectId: number) {
  return db
    .selectFrom('candidate_subject')
    .innerJoin('candidate', 'candidate.id', 'candidate_subject.candidate_id')
    .innerJoin('class', 'class.id', 'candidate.class_id')
    .where('candidate_subject.exam_id', '=', examId)
    .where('candidate_subject.subject_id', '=', subjectId)
    .where('candidate_subject.attendance', 'in', [0, -1])
    .groupBy(['candidate.school_id', 'class.id', 'class.name', 'class.sort'])
    .select(['candidate.school_id', 'class.id as class_id', 'class.name'])
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .orderBy('candidate.school_id')
    .orderBy('class.sort')
    .orderBy('class.id')
    .execute()
}

/**
 * How schools and classes of a subject are called. Classes of several schools have the same names, so that in a joint
 * exam each is called with its school.
 */
export async function selectOriginNames(
  db: Db,
  block: Pick<BlockRow, 'exam_id' | 'subject_id' | 'is_joint'>,
) {
  const schools = new Map(
    (await selectSchoolsOf(db, block.exam_id, block.subject_id)).map((row) => [
      row.school_id,
      row.name,
    ]),
  )
  const classes = new Map(
    (await selectClassesOf(db, block.exam_id, block.subject_id)).map((row) => [
      row.class_id,
      block.is_joint === 1 ? `${schools.get(row.school_id) ?? ''}${row.name}` : row.name,
    ]),
  )
  return (schoolId: number, classId: number | null) => ({
    name: schools.get(schoolId) ?? '',
    class_name: classId === null ? null : (classes.get(classId) ?? ''),
  })
}
