import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** A version's results are stored by columns, in pieces that are compressed, and no longer by candidates. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  await db.schema
    .createTable('snapshot_column')
    .addColumn('snapshot_id', 'integer', (column) => column.notNull().references('snapshot.id'))
    .addColumn('part', 'integer', (column) => column.notNull())
    .addColumn('bytes', isPostgres ? 'bytea' : 'blob', (column) => column.notNull())
    .addPrimaryKeyConstraint('snapshot_column_pkey', ['snapshot_id', 'part'])
    .execute()
  // They are compressed already.
  if (isPostgres)
    await sql`alter table snapshot_column alter column bytes set storage external`.execute(db)
  for (const [name, type] of [
    ['candidates', 'integer'],
    ['columns_format', 'integer'],
    ['columns_bytes', 'integer'],
    ['columns_sha256', 'text'],
  ] as const)
    await db.schema.alterTable('snapshot').addColumn(name, type).execute()
}
