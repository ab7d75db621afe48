import { type Kysely, PostgresAdapter } from 'kysely'

/**
 * From where each act of marking came: what a session was begun with is written once, and an event keeps its
 * number. Events of before, and those of the server itself, have none.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  await db.schema
    .createTable('mark_client')
    .addColumn('id', 'integer', (column) =>
      isPostgres
        ? column.primaryKey().generatedByDefaultAsIdentity()
        : column.primaryKey().autoIncrement(),
    )
    .addColumn('user_id', 'integer', (column) => column.notNull().references('user.id'))
    .addColumn('tag', 'text', (column) => column.notNull())
    .addColumn('label', 'text', (column) => column.notNull())
    .addColumn('begun_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema.alterTable('session').addColumn('client_id', 'integer').execute()
  // No foreign key: one is checked with every paper that is marked.
  await db.schema.alterTable('mark_event').addColumn('client_id', 'integer').execute()
}
