import { type Kysely, PostgresAdapter } from 'kysely'

/** What whoever holds an exam asks classes or schools to look through, and what they answered. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  await db.schema
    .createTable('exam_ask')
    .addColumn('id', 'integer', (column) =>
      isPostgres
        ? column.primaryKey().generatedByDefaultAsIdentity()
        : column.primaryKey().autoIncrement(),
    )
    .addColumn('exam_id', 'integer', (column) => column.notNull().references('exam.id'))
    .addColumn('subject_id', 'integer')
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('unit', 'text', (column) => column.notNull())
    .addColumn('unit_id', 'integer', (column) => column.notNull())
    .addColumn('asked_by', 'integer', (column) => column.notNull().references('user.id'))
    .addColumn('asked_at', 'text', (column) => column.notNull())
    .addColumn('deadline', 'text')
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('note', 'text', (column) => column.notNull())
    .addColumn('by_id', 'integer')
    .addColumn('at', 'text')
    .execute()
  await db.schema
    .createIndex('exam_ask_exam_idx')
    .on('exam_ask')
    .columns(['exam_id', 'kind'])
    .execute()
  await db.schema
    .createIndex('exam_ask_unit_idx')
    .on('exam_ask')
    .columns(['unit', 'unit_id'])
    .execute()
  await db.schema
    .createTable('exam_ask_answer')
    .addColumn('ask_id', 'integer', (column) => column.notNull().references('exam_ask.id'))
    .addColumn('candidate_id', 'integer', (column) => column.notNull())
    .addColumn('answer', 'text', (column) => column.notNull())
    .addColumn('by_id', 'integer', (column) => column.notNull())
    .addColumn('at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('exam_ask_answer_pk', ['ask_id', 'candidate_id'])
    .execute()
}
