import { type Kysely, PostgresAdapter } from 'kysely'

/** Clearings of blocks, with what is needed to undo them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter
  await db.schema
    .createTable('block_clear')
    .addColumn('id', 'integer', (column) =>
      postgres
        ? column.primaryKey().generatedByDefaultAsIdentity()
        : column.primaryKey().autoIncrement(),
    )
    .addColumn('block_id', 'integer', (column) => column.notNull().references('block.id'))
    .addColumn('status_before', 'text', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('cleared_by', 'integer', (column) => column.notNull().references('user.id'))
    .addColumn('cleared_at', 'text', (column) => column.notNull())
    .addColumn('undone_by', 'integer', (column) => column.references('user.id'))
    .addColumn('undone_at', 'text')
    .execute()
  await db.schema
    .createIndex('block_clear_block_id_idx')
    .on('block_clear')
    .column('block_id')
    .execute()
  await db.schema
    .createTable('block_clear_unit')
    .addColumn('clear_id', 'integer', (column) => column.notNull().references('block_clear.id'))
    .addColumn('unit_id', 'integer', (column) => column.notNull().references('unit.id'))
    .addColumn('version_after', 'integer', (column) => column.notNull())
    .addColumn('readings', 'integer', (column) => column.notNull())
    .addColumn('kept', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('block_clear_unit_pkey', ['clear_id', 'unit_id'])
    .execute()
}
