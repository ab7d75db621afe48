import { type Kysely, PostgresAdapter } from 'kysely'

/** How far acts are that take long, so that every node can tell of those that another one runs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  await db.schema
    .createTable('running_act')
    .addColumn('id', 'integer', (column) =>
      isPostgres
        ? column.primaryKey().generatedByDefaultAsIdentity()
        : column.primaryKey().autoIncrement(),
    )
    .addColumn('node', 'text', (column) => column.notNull())
    .addColumn('exam_id', 'integer', (column) => column.notNull().references('exam.id'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('subject_id', 'integer')
    .addColumn('block_id', 'integer')
    .addColumn('by_name', 'text', (column) => column.notNull())
    .addColumn('started_at', 'text', (column) => column.notNull())
    .addColumn('step', 'text')
    .addColumn('done', 'integer', (column) => column.notNull())
    .addColumn('total', 'integer', (column) => column.notNull())
    .addColumn('beat_at', 'text', (column) => column.notNull())
    .execute()
}
