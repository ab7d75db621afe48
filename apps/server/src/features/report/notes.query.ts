import type { Db } from '@hengjuan/db'

/** What somebody noted about students of an exam, by student. */
export async function selectNotes(
  db: Db,
  examId: number,
  userId: number,
): Promise<Record<number, string>> {
  const rows = await db
    .selectFrom('report_note')
    .where('exam_id', '=', examId)
    .where('user_id', '=', userId)
    .select(['student_id', 'text'])
    .execute()
  return Object.fromEntries(rows.map(({ student_id, text }) => [student_id, text]))
}

/** An empty note is none. */
export async function storeNote(
  db: Db,
  note: { examId: number; studentId: number; userId: number; text: string; at: string },
): Promise<void> {
  const { examId, studentId, userId, text, at } = note
  if (text === '') {
    await db
      .deleteFrom('report_note')
      .where('exam_id', '=', examId)
      .where('student_id', '=', studentId)
      .where('user_id', '=', userId)
      .execute()
    return
  }
  await db
    .insertInto('report_note')
    .values({ exam_id: examId, student_id: studentId, user_id: userId, text, at })
    .onConflict((conflict) =>
      conflict.columns(['exam_id', 'student_id', 'user_id']).doUpdateSet({ text, at }),
    )
    .execute()
}
