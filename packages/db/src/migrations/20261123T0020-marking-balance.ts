import { type Kysely, PostgresAdapter } from 'kysely'

/** When the rest of a block's work was shared anew by itself, and who switched that on and off. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter
  await db.schema
    .createTable('balance_event')
    .addColumn('id', 'integer', (column) =>
      postgres
        ? column.primaryKey().generatedByDefaultAsIdentity()
        : column.primaryKey().autoIncrement(),
    )
    .addColumn('block_id', 'integer', (column) => column.notNull().references('block.id'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('by_id', 'integer', (column) => column.references('user.id'))
    .addColumn('moved', 'integer', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('changes', 'text', (column) => column.notNull())
    .addColumn('at', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('balance_event_block_id_idx')
    .on('balance_event')
    .columns(['block_id'])
    .execute()
}
