import type { Kysely } from 'kysely'

/** The original paper of a subject: its pages, and where each question stands on them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('exam_paper')
    .addColumn('exam_id', 'integer', (column) => column.notNull().references('exam.id'))
    .addColumn('subject_id', 'integer', (column) => column.notNull())
    .addColumn('pages', 'text', (column) => column.notNull())
    .addColumn('regions', 'text', (column) => column.notNull())
    .addColumn('visible_to', 'text', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('updated_by', 'integer', (column) => column.notNull().references('user.id'))
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('exam_paper_pk', ['exam_id', 'subject_id'])
    .execute()
}
