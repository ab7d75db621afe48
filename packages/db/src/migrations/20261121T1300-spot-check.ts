import { type Kysely, PostgresAdapter } from 'kysely'

/** What checkers said of readings that they sampled. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter
  await db.schema
    .createTable('spot_check')
    .addColumn('id', 'integer', (column) =>
      postgres
        ? column.primaryKey().generatedByDefaultAsIdentity()
        : column.primaryKey().autoIncrement(),
    )
    .addColumn('exam_id', 'integer', (column) => column.notNull().references('exam.id'))
    .addColumn('subject_id', 'integer', (column) => column.notNull().references('subject.id'))
    .addColumn('block_id', 'integer', (column) => column.notNull().references('block.id'))
    .addColumn('unit_id', 'integer', (column) => column.notNull().references('unit.id'))
    .addColumn('reading_id', 'integer', (column) => column.notNull().references('reading.id'))
    .addColumn('marker_id', 'integer', (column) => column.notNull().references('user.id'))
    .addColumn('checker_id', 'integer', (column) => column.notNull().references('user.id'))
    .addColumn('score_milli', 'bigint', (column) => column.notNull())
    .addColumn('is_rejected', 'integer', (column) => column.notNull())
    .addColumn('is_marked', 'integer', (column) => column.notNull())
    .addColumn('reject_milli', 'bigint')
    .addColumn('comment', 'text', (column) => column.notNull())
    .addColumn('checked_at', 'text', (column) => column.notNull())
    .execute()
  for (const columns of [['block_id', 'marker_id'], ['reading_id'], ['exam_id', 'checked_at']])
    await db.schema
      .createIndex(`spot_check_${columns.join('_')}_idx`)
      .on('spot_check')
      .columns(columns)
      .execute()
}
