import type { Db } from '@hengjuan/db'

/** The schools whose candidates sit in a subject, absent ones left out. */
export async function selectSchoolsOf(db: Db, examId: number, subjectId: number) {
  const rows = await db
    .selectFrom('candidate_subject')
    .innerJoin('candidate', 'candidate.id', 'candidate_subject.candidate_id')
    .innerJoin('school', 'school.id', 'candidate.school_id')
    .where('candidate_subject.exam_id', '=', examId)
    .where('candidate_subject.subject_id', '=', subjectId)
    .where('candidate_subject.attendance', 'in', [0, -1])
    .groupBy(['school.id', 'school.name'])
    .select(['school.id as school_id', 'school.name'])
    .select(({ fn }) => fn.countAll().as('count'))
    .orderBy('school.id')
    .execute()
  return rows.map((row) => ({ ...row, count: Number(row.count) }))
}
