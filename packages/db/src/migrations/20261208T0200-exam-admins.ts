import type { Kysely } from 'kysely'

/** Who may do more in one exam than their role may. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('exam_admin')
    .addColumn('exam_id', 'integer', (column) => column.notNull().references('exam.id'))
    .addColumn('user_id', 'integer', (column) => column.notNull().references('user.id'))
    .addColumn('school_id', 'integer', (column) => column.notNull().references('school.id'))
    .addColumn('subject_ids', 'text', (column) => column.notNull())
    .addColumn('may', 'text', (column) => column.notNull())
    .addColumn('added_by', 'integer', (column) => column.notNull().references('user.id'))
    .addColumn('added_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('exam_admin_pk', ['exam_id', 'user_id'])
    .execute()
  await db.schema.createIndex('exam_admin_user_idx').on('exam_admin').columns(['user_id']).execute()
}
