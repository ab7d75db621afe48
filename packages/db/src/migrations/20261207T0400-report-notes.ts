import type { Kysely } from 'kysely'

/** What somebody noted for himself about a student on a list of an exam. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('report_note')
    .addColumn('exam_id', 'integer', (column) => column.notNull().references('exam.id'))
    .addColumn('student_id', 'integer', (column) => column.notNull().references('student.id'))
    .addColumn('user_id', 'integer', (column) => column.notNull().references('user.id'))
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('report_note_pkey', ['exam_id', 'student_id', 'user_id'])
    .execute()
}
