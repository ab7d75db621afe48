import { type Kysely, PostgresAdapter } from 'kysely'

/** Readings that a leader sent back together, to be taken back as one act. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  await db.schema
    .createTable('bulk_return')
    .addColumn('id', 'integer', (column) =>
      isPostgres
        ? column.primaryKey().generatedByDefaultAsIdentity()
        : column.primaryKey().autoIncrement(),
    )
    .addColumn('block_id', 'integer', (column) => column.notNull().references('block.id'))
    .addColumn('marker_id', 'integer', (column) => column.notNull().references('user.id'))
    .addColumn('by_id', 'integer', (column) => column.notNull().references('user.id'))
    .addColumn('since', 'text')
    .addColumn('comment', 'text', (column) => column.notNull())
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('withdrawn_by', 'integer', (column) => column.references('user.id'))
    .addColumn('withdrawn_at', 'text')
    .execute()
  await db.schema
    .createIndex('bulk_return_block_id_idx')
    .on('bulk_return')
    .columns(['block_id'])
    .execute()
  await db.schema
    .alterTable('spot_check')
    .addColumn('return_id', 'integer', (column) => column.references('bulk_return.id'))
    .execute()
  await db.schema.alterTable('spot_check').addColumn('was_forced', 'integer').execute()
  await db.schema
    .createIndex('spot_check_return_id_idx')
    .on('spot_check')
    .columns(['return_id'])
    .execute()
}
