import type { Kysely } from 'kysely'

/**
 * Books of wrong questions reach students by a switch of their own; a plan may be kept in spite of a newer version; who
 * has looked at the own result is known.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('exam').addColumn('book_snapshot_id', 'integer').execute()
  await db.schema.alterTable('release').addColumn('kept_snapshot_id', 'integer').execute()
  await db.schema
    .createTable('result_look')
    .addColumn('exam_id', 'integer', (column) => column.notNull().references('exam.id'))
    .addColumn('candidate_id', 'integer', (column) => column.notNull())
    .addColumn('at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('result_look_pk', ['exam_id', 'candidate_id'])
    .execute()
}
