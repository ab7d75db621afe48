import { type Kysely, PostgresAdapter } from 'kysely'

/** How calibration pages came out of printers and scanners, and what removing a block took from its papers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter
  await db.schema
    .createTable('sheet_calibration')
    .addColumn('id', 'integer', (column) =>
      postgres
        ? column.primaryKey().generatedByDefaultAsIdentity()
        : column.primaryKey().autoIncrement(),
    )
    .addColumn('sheet_id', 'integer', (column) => column.notNull().references('answer_sheet.id'))
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('paper', 'text', (column) => column.notNull())
    .addColumn('printer', 'text', (column) => column.notNull())
    .addColumn('is_good', 'integer', (column) => column.notNull())
    .addColumn('findings', 'text', (column) => column.notNull())
    .addColumn('graded_by', 'integer', (column) => column.notNull().references('user.id'))
    .addColumn('graded_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('sheet_calibration_sheet_id_idx')
    .on('sheet_calibration')
    .columns(['sheet_id'])
    .execute()
  await db.schema.alterTable('sheet_division').addColumn('removed', 'text').execute()
}
