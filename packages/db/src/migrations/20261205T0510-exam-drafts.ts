import { type Kysely, PostgresAdapter } from 'kysely'

/** Exams that are being thought up, and who threw one away. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  await db.schema
    .createTable('exam_draft')
    .addColumn('id', 'integer', (column) =>
      isPostgres
        ? column.primaryKey().generatedByDefaultAsIdentity()
        : column.primaryKey().autoIncrement(),
    )
    .addColumn('school_id', 'integer', (column) => column.notNull().references('school.id'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('by_id', 'integer', (column) => column.notNull().references('user.id'))
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('exam_draft_school_id_idx')
    .on('exam_draft')
    .column('school_id')
    .execute()
  await db.schema
    .alterTable('exam')
    .addColumn('deleted_by', 'integer', (column) => column.references('user.id'))
    .execute()
}
