import { type Kysely, PostgresAdapter } from 'kysely'

/** What people set over answers and marks before the release, and who did. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  await db.schema.alterTable('candidate_subject').addColumn('overrides', 'text').execute()
  await db.schema
    .createTable('score_edit')
    .addColumn('id', 'integer', (column) =>
      isPostgres
        ? column.primaryKey().generatedByDefaultAsIdentity()
        : column.primaryKey().autoIncrement(),
    )
    .addColumn('exam_id', 'integer', (column) => column.notNull().references('exam.id'))
    .addColumn('subject_id', 'integer', (column) => column.notNull())
    .addColumn('candidate_id', 'integer', (column) => column.notNull())
    .addColumn('target', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('before', 'text')
    .addColumn('after', 'text')
    .addColumn('before_milli', 'integer')
    .addColumn('after_milli', 'integer')
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('undoes_id', 'integer')
    .addColumn('by_id', 'integer', (column) => column.notNull().references('user.id'))
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('decided_by', 'integer')
    .addColumn('decided_at', 'text')
    .addColumn('undone_by', 'integer')
    .addColumn('undone_at', 'text')
    .execute()
  await db.schema
    .createIndex('score_edit_place_idx')
    .on('score_edit')
    .columns(['exam_id', 'subject_id', 'candidate_id'])
    .execute()
}
