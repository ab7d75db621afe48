import { type Kysely, PostgresAdapter } from 'kysely'

/** What dividing a sheet into other blocks took from papers, for giving it back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter
  await db.schema
    .createTable('sheet_division')
    .addColumn('id', 'integer', (column) =>
      postgres
        ? column.primaryKey().generatedByDefaultAsIdentity()
        : column.primaryKey().autoIncrement(),
    )
    .addColumn('sheet_id', 'integer', (column) => column.notNull().references('answer_sheet.id'))
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('plan_before', 'text')
    .addColumn('divided_by', 'integer', (column) => column.notNull().references('user.id'))
    .addColumn('divided_at', 'text', (column) => column.notNull())
    .addColumn('undone_by', 'integer', (column) => column.references('user.id'))
    .addColumn('undone_at', 'text')
    .execute()
  await db.schema
    .createIndex('sheet_division_sheet_id_idx')
    .on('sheet_division')
    .columns(['sheet_id'])
    .execute()
  await db.schema
    .createTable('sheet_division_unit')
    .addColumn('division_id', 'integer', (column) =>
      column.notNull().references('sheet_division.id'),
    )
    .addColumn('unit_id', 'integer', (column) => column.notNull().references('unit.id'))
    .addColumn('kept', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('sheet_division_unit_pk', ['division_id', 'unit_id'])
    .execute()
}
