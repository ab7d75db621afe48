import { type Kysely, PostgresAdapter } from 'kysely'

/**
 * Papers of candidates near a line are read twice before results are out; a deadline for all blocks of a
 * subject.
 *
 * @source domain rules 3.6, 4.3
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter
  for (const column of ['near_line', 'marking_deadline'])
    await db.schema.alterTable('exam_subject').addColumn(column, 'text').execute()
  await db.schema
    .alterTable('block')
    .addColumn('read_again', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  const table = (name: string) =>
    db.schema
      .createTable(name)
      .addColumn('id', 'integer', (column) =>
        postgres
          ? column.primaryKey().generatedByDefaultAsIdentity()
          : column.primaryKey().autoIncrement(),
      )
  await table('near_line_run')
    .addColumn('exam_id', 'integer', (column) => column.notNull().references('exam.id'))
    .addColumn('subject_id', 'integer', (column) => column.notNull())
    .addColumn('by_id', 'integer', (column) => column.notNull().references('user.id'))
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('rule', 'text', (column) => column.notNull())
    .execute()
  await table('near_line_paper')
    .addColumn('run_id', 'integer', (column) => column.notNull().references('near_line_run.id'))
    .addColumn('block_id', 'integer', (column) => column.notNull())
    .addColumn('unit_id', 'integer', (column) => column.notNull().references('unit.id'))
    .addColumn('candidate_id', 'integer', (column) => column.notNull())
    .addColumn('final_before', 'bigint', (column) => column.notNull())
    .addColumn('total_before', 'bigint', (column) => column.notNull())
    .addColumn('withdrawn_at', 'text')
    .execute()
  for (const [name, columns] of [
    ['near_line_run', ['exam_id', 'subject_id']],
    ['near_line_paper', ['run_id']],
  ] as const)
    await db.schema
      .createIndex(`${name}_${columns.join('_')}_idx`)
      .on(name)
      .columns([...columns])
      .execute()
}
