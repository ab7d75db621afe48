import { type Kysely, PostgresAdapter } from 'kysely'

/** What leaders decided about two papers that are said to be identical. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  await db.schema
    .createTable('identical_verdict')
    .addColumn('id', 'integer', (column) =>
      isPostgres
        ? column.primaryKey().generatedByDefaultAsIdentity()
        : column.primaryKey().autoIncrement(),
    )
    .addColumn('block_id', 'integer', (column) => column.notNull().references('block.id'))
    .addColumn('unit_id', 'integer', (column) => column.notNull().references('unit.id'))
    .addColumn('pair_unit_id', 'integer', (column) => column.notNull().references('unit.id'))
    .addColumn('outcome', 'text', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('by_id', 'integer', (column) => column.notNull().references('user.id'))
    .addColumn('at', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('identical_verdict_block_id_idx')
    .on('identical_verdict')
    .columns(['block_id'])
    .execute()
}
