import type { Db } from '@hengjuan/db'

interface SubjectOfExam {
  examId: number
  subjectId: number
}

/** Candidates of a subject in the order of their numbers, with their scores and corrections. */
export async function selectInspected(
  db: Db,
  filter: SubjectOfExam & { classId: number | undefined },
) {
  const isJoint = await isJointSubject(db, filter)
  const rows = await candidatesOf(db, filter)
    .innerJoin('student', 'student.id', 'candidate.student_id')
    .$if(filter.classId !== undefined, (query) =>
      query.where('candidate.class_id', '=', filter.classId ?? 0),
    )
    .select(['candidate_subject.candidate_id', 'candidate.exam_no', 'candidate.name'])
    .select(['student.name_pinyin', 'candidate.class_id', 'class.name as class_name'])
    .select(['school.name as school_name', 'candidate_subject.attendance'])
    .select(['candidate_subject.objective_milli', 'candidate_subject.subjective_milli'])
    .select('candidate_subject.total_milli')
    .orderBy('candidate.exam_no')
    .execute()
  const corrections = await countCorrections(db, filter)
  return rows.map((row) => ({
    ...row,
    school_name: isJoint ? row.school_name : null,
    ...(corrections.get(row.candidate_id) ?? { corrections: 0, pending: 0 }),
  }))
}

/** Classes of all candidates of a subject, as they are listed. */
export async function selectClassesOfSubject(db: Db, on: SubjectOfExam) {
  const isJoint = await isJointSubject(db, on)
  const rows = await candidatesOf(db, on)
    .groupBy(['candidate.class_id', 'class.name', 'school.name'])
    .select(['candidate.class_id', 'class.name as class_name', 'school.name as school_name'])
    .orderBy('school.name')
    .orderBy('candidate.class_id')
    .execute()
  return rows.map((row) => ({ ...row, school_name: isJoint ? row.school_name : null }))
}

const candidatesOf = (db: Db, { examId, subjectId }: SubjectOfExam) =>
  db
    .selectFrom('candidate_subject')
    .innerJoin('candidate', 'candidate.id', 'candidate_subject.candidate_id')
    .innerJoin('class', 'class.id', 'candidate.class_id')
    .innerJoin('school', 'school.id', 'candidate.school_id')
    .where('candidate_subject.exam_id', '=', examId)
    .where('candidate_subject.subject_id', '=', subjectId)

/** Do candidates of several schools sit in it? Their classes have the same names. */
const isJointSubject = async (db: Db, { examId, subjectId }: SubjectOfExam): Promise<boolean> =>
  (await db
    .selectFrom('block')
    .where('exam_id', '=', examId)
    .where('subject_id', '=', subjectId)
    .where('is_joint', '=', 1)
    .select('id')
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Candidate -> corrections that were carried out, and those that wait for a second person. */
async function countCorrections(db: Db, { examId, subjectId }: SubjectOfExam) {
  const rows = await db
    .selectFrom('score_correction')
    .where('exam_id', '=', examId)
    .where('subject_id', '=', subjectId)
    .where('state', 'in', ['applied', 'pending'])
    .groupBy(['candidate_id', 'state'])
    .select(['candidate_id', 'state', ({ fn }) => fn.countAll().as('count')])
    .execute()
  return new Map(
    [...Map.groupBy(rows, ({ candidate_id }) => candidate_id)].map(([id, own]) => {
      const of = (wanted: string) => Number(own.find(({ state }) => state === wanted)?.count ?? 0)
      return [id, { corrections: of('applied'), pending: of('pending') }]
    }),
  )
}
