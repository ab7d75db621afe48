import type { Kysely } from 'kysely'

/** What somebody thinks of a score that looks odd. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('score_alarm_mark')
    .addColumn('exam_id', 'integer', (column) => column.notNull().references('exam.id'))
    .addColumn('candidate_id', 'integer', (column) => column.notNull())
    .addColumn('subject_id', 'integer', (column) => column.notNull())
    .addColumn('code', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('by_id', 'integer', (column) => column.notNull().references('user.id'))
    .addColumn('at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('score_alarm_mark_pk', [
      'exam_id',
      'candidate_id',
      'subject_id',
      'code',
    ])
    .execute()
}
