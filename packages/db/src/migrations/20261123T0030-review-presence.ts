import type { Kysely } from 'kysely'

/** Who has the exceptions of a subject open, and which sheet is before them: a lease that runs out by itself. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('review_presence')
    .addColumn('exam_id', 'integer', (column) => column.notNull().references('exam.id'))
    .addColumn('subject_id', 'integer', (column) => column.notNull())
    .addColumn('user_id', 'integer', (column) => column.notNull().references('user.id'))
    .addColumn('sheet_id', 'text')
    .addColumn('since', 'text', (column) => column.notNull())
    .addColumn('until', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('review_presence_pkey', ['exam_id', 'subject_id', 'user_id'])
    .execute()
}
