import { type Kysely, PostgresAdapter } from 'kysely'

/** Students who doubt a released score, and what came of it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  await db.schema
    .createTable('appeal')
    .addColumn('id', 'integer', (column) =>
      isPostgres
        ? column.primaryKey().generatedByDefaultAsIdentity()
        : column.primaryKey().autoIncrement(),
    )
    .addColumn('exam_id', 'integer', (column) => column.notNull().references('exam.id'))
    .addColumn('subject_id', 'integer', (column) => column.notNull())
    .addColumn('candidate_id', 'integer', (column) => column.notNull())
    .addColumn('student_id', 'integer', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('submitted_at', 'text', (column) => column.notNull())
    .addColumn('due_at', 'text', (column) => column.notNull())
    .addColumn('submitted_by', 'integer', (column) => column.notNull().references('user.id'))
    .addColumn('handler_id', 'integer', (column) => column.references('user.id'))
    .addColumn('outcome', 'text')
    .addColumn('before_milli', 'bigint')
    .addColumn('after_milli', 'bigint')
    .addColumn('answer', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('correction_id', 'integer')
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .execute()
  await db.schema
    .createIndex('appeal_exam_id_idx')
    .on('appeal')
    .columns(['exam_id', 'state'])
    .execute()
  await db.schema.createIndex('appeal_student_id_idx').on('appeal').column('student_id').execute()
}
