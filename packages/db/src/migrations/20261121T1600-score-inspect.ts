import { type Kysely, PostgresAdapter } from 'kysely'

/** Scores that were looked at again, and what came of it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter
  await db.schema
    .createTable('score_correction')
    .addColumn('id', 'integer', (column) =>
      postgres
        ? column.primaryKey().generatedByDefaultAsIdentity()
        : column.primaryKey().autoIncrement(),
    )
    .addColumn('exam_id', 'integer', (column) => column.notNull().references('exam.id'))
    .addColumn('subject_id', 'integer', (column) => column.notNull().references('subject.id'))
    .addColumn('candidate_id', 'integer', (column) => column.notNull().references('candidate.id'))
    .addColumn('block_id', 'integer', (column) => column.notNull().references('block.id'))
    .addColumn('unit_id', 'integer', (column) => column.notNull().references('unit.id'))
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('before_points', 'text', (column) => column.notNull())
    .addColumn('after_points', 'text', (column) => column.notNull())
    .addColumn('before_milli', 'bigint', (column) => column.notNull())
    .addColumn('after_milli', 'bigint', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('asked_by', 'integer', (column) => column.notNull().references('user.id'))
    .addColumn('asked_at', 'text', (column) => column.notNull())
    .addColumn('decided_by', 'integer', (column) => column.references('user.id'))
    .addColumn('decided_at', 'text')
    .addColumn('decide_note', 'text', (column) => column.notNull())
    .execute()
  for (const columns of [['exam_id', 'subject_id'], ['candidate_id'], ['unit_id', 'state']])
    await db.schema
      .createIndex(`score_correction_${columns.join('_')}_idx`)
      .on('score_correction')
      .columns(columns)
      .execute()
}
