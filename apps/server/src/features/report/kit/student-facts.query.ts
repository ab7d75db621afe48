import type { Db } from '@hengjuan/db'

/** 男 or 女 of the candidates of an exam, by student. It is no part of a result and lies beside the scores. */
export async function selectSexes(db: Db, examId: number): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('candidate')
    .innerJoin('student', 'student.id', 'candidate.student_id')
    .where('candidate.exam_id', '=', examId)
    .where('student.gender', '<>', '')
    .select(['student.id', 'student.gender'])
    .execute()
  return new Map(rows.map(({ id, gender }) => [id, gender]))
}

/** Ids in one question to the database. */
const AT_ONCE = 500

/** Puts 学号 beside those listed. */
export async function fillStudentNos(
  db: Db,
  list: readonly { student_id: number; student_no: string | null }[],
): Promise<void> {
  for (let from = 0; from < list.length; from += AT_ONCE) {
    const some = list.slice(from, from + AT_ONCE)
    const ids = some.map(({ student_id: id }) => id)
    const rows = await db
      .selectFrom('student')
      .where('id', 'in', ids)
      .select(['id', 'student_no'])
      .execute()
    const known = new Map(rows.map(({ id, student_no: no }) => [id, no]))
    for (const one of some) one.student_no = known.get(one.student_id) ?? null
  }
}
