import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** Batches of confirmed blank answers, and the papers that check them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter
  await db.schema
    .createTable('blank_batch')
    .addColumn('id', 'integer', (column) =>
      postgres
        ? column.primaryKey().generatedByDefaultAsIdentity()
        : column.primaryKey().autoIncrement(),
    )
    .addColumn('block_id', 'integer', (column) => column.notNull().references('block.id'))
    .addColumn('confirmed_by', 'integer', (column) => column.notNull().references('user.id'))
    .addColumn('confirmed_at', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull().defaultTo(sql.raw("'open'")))
    .execute()
  await db.schema
    .createIndex('blank_batch_block_id_idx')
    .on('blank_batch')
    .columns(['block_id'])
    .execute()
  await db.schema
    .createTable('blank_batch_unit')
    .addColumn('batch_id', 'integer', (column) => column.notNull().references('blank_batch.id'))
    .addColumn('unit_id', 'integer', (column) => column.notNull().references('unit.id'))
    .addColumn('is_check', 'integer', (column) => column.notNull())
    .addColumn('score_milli', 'bigint')
    .addPrimaryKeyConstraint('blank_batch_unit_pk', ['batch_id', 'unit_id'])
    .execute()
  await db.schema
    .createIndex('blank_batch_unit_unit_id_idx')
    .on('blank_batch_unit')
    .columns(['unit_id'])
    .execute()
}
