import type { Kysely } from 'kysely'

/** Sheets designed elsewhere: pictures, proposal and corrections, one row a sheet. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('sheet_import')
    .addColumn('sheet_id', 'integer', (column) => column.primaryKey().references('answer_sheet.id'))
    .addColumn('exam_id', 'integer', (column) => column.references('exam.id'))
    .addColumn('subject_id', 'integer', (column) => column.references('subject.id'))
    .addColumn('pages', 'text', (column) => column.notNull())
    .addColumn('samples', 'text', (column) => column.notNull())
    .addColumn('draft', 'text', (column) => column.notNull())
    .addColumn('parts', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('done_pages', 'integer', (column) => column.notNull())
    .addColumn('message', 'text', (column) => column.notNull())
    .addColumn('folded', 'integer', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .execute()
}
