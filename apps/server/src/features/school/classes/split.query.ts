import type { Db } from '@hengjuan/db'

/** The students and classes of a grade with the totals of its last released exam. */
export async function selectGradeStudents(db: Db, schoolId: number, gradeId: number) {
  const classes = await db
    .selectFrom('class')
    .where('school_id', '=', schoolId)
    .where('grade_id', '=', gradeId)
    .where('kind', '=', 'admin')
    .where('closed_at', 'is', null)
    .select(['id', 'name'])
    .orderBy('sort')
    .orderBy('id')
    .execute()
  const students = await db
    .selectFrom('student')
    .innerJoin('class', 'class.id', 'student.class_id')
    .where('class.school_id', '=', schoolId)
    .where('class.grade_id', '=', gradeId)
    .where('class.kind', '=', 'admin')
    .where('student.left_at', 'is', null)
    .select([
      'student.id as student_id',
      'student.name',
      'student.student_no',
      'student.gender',
      'student.combo',
      'student.class_id',
      'class.name as class_name',
    ])
    .orderBy('class.sort')
    .orderBy('class.id')
    .orderBy('student.student_no')
    .execute()
  const exam = await db
    .selectFrom('exam')
    .where('school_id', '=', schoolId)
    .where('grade_id', '=', gradeId)
    .where('deleted_at', 'is', null)
    .where('published_snapshot_id', 'is not', null)
    .select(['id', 'name'])
    .orderBy('start_date', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const totals = exam ? await selectTotals(db, exam.id) : new Map<number, number>()
  return {
    gradeId,
    classes,
    examName: exam?.name ?? null,
    students: students.map((one) => ({
      ...one,
      total_milli: totals.get(one.student_id) ?? null,
    })),
  }
}

async function selectTotals(db: Db, examId: number): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('candidate')
    .innerJoin('candidate_subject', (join) =>
      join
        .onRef('candidate_subject.candidate_id', '=', 'candidate.id')
        .onRef('candidate_subject.exam_id', '=', 'candidate.exam_id'),
    )
    .where('candidate.exam_id', '=', examId)
    .where('candidate_subject.total_milli', 'is not', null)
    .groupBy('candidate.student_id')
    .select(({ fn }) => ['candidate.student_id', fn.sum('candidate_subject.total_milli').as('sum')])
    .execute()
  return new Map(rows.map(({ student_id, sum }) => [student_id, Number(sum)]))
}
