import { type Kysely, PostgresAdapter } from 'kysely'

/** Versions of the rubric of a block, and the one that each reading was given under. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter
  await db.schema
    .createTable('rubric_version')
    .addColumn('id', 'integer', (column) =>
      postgres
        ? column.primaryKey().generatedByDefaultAsIdentity()
        : column.primaryKey().autoIncrement(),
    )
    .addColumn('block_id', 'integer', (column) => column.notNull().references('block.id'))
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('entries', 'text', (column) => column.notNull())
    .addColumn('note', 'text', (column) => column.notNull())
    .addColumn('saved_by', 'integer', (column) => column.references('user.id'))
    .addColumn('saved_at', 'text')
    .addUniqueConstraint('rubric_version_key', ['block_id', 'version'])
    .execute()
  await db.schema.alterTable('reading').addColumn('rubric_version', 'integer').execute()
}
