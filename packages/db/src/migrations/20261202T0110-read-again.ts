import { type Kysely, PostgresAdapter } from 'kysely'

/** Papers that leaders sent to a second reader, each by itself. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  await db.schema
    .createTable('read_again_paper')
    .addColumn('id', 'integer', (column) =>
      isPostgres
        ? column.primaryKey().generatedByDefaultAsIdentity()
        : column.primaryKey().autoIncrement(),
    )
    .addColumn('block_id', 'integer', (column) => column.notNull().references('block.id'))
    .addColumn('unit_id', 'integer', (column) => column.notNull().references('unit.id'))
    .addColumn('by_id', 'integer', (column) => column.notNull().references('user.id'))
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('final_before', 'bigint', (column) => column.notNull())
    .addColumn('withdrawn_at', 'text')
    .execute()
  for (const [table, column] of [
    ['read_again_paper', 'unit_id'],
    // Of each paper that is looked at it is asked whether it was sent.
    ['near_line_paper', 'unit_id'],
  ] as const)
    await db.schema.createIndex(`${table}_${column}_idx`).on(table).columns([column]).execute()
}
