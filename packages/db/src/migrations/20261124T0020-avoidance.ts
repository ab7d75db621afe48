import { type Kysely, PostgresAdapter } from 'kysely'

/** Who is kept from whose papers as a relative, and papers that are given out in spite of a rule. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter
  const withId = (name: string) =>
    db.schema
      .createTable(name)
      .addColumn('id', 'integer', (column) =>
        postgres
          ? column.primaryKey().generatedByDefaultAsIdentity()
          : column.primaryKey().autoIncrement(),
      )
  await withId('avoided_pair')
    .addColumn('exam_id', 'integer', (column) => column.notNull().references('exam.id'))
    .addColumn('user_id', 'integer', (column) => column.notNull().references('user.id'))
    .addColumn('candidate_id', 'integer', (column) => column.notNull().references('candidate.id'))
    .addColumn('relation', 'text', (column) => column.notNull())
    .addColumn('added_by', 'integer', (column) => column.notNull().references('user.id'))
    .addColumn('added_at', 'text', (column) => column.notNull())
    .addColumn('removed_by', 'integer', (column) => column.references('user.id'))
    .addColumn('removed_at', 'text')
    .addUniqueConstraint('avoided_pair_exam_id_user_id_candidate_id_key', [
      'exam_id',
      'user_id',
      'candidate_id',
    ])
    .execute()
  await withId('avoidance_release')
    .addColumn('block_id', 'integer', (column) => column.notNull().references('block.id'))
    .addColumn('unit_id', 'integer', (column) => column.notNull().references('unit.id'))
    .addColumn('rule', 'text', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('released_by', 'integer', (column) => column.notNull().references('user.id'))
    .addColumn('released_at', 'text', (column) => column.notNull())
    .addColumn('undone_by', 'integer', (column) => column.references('user.id'))
    .addColumn('undone_at', 'text')
    .execute()
  await db.schema
    .createIndex('avoidance_release_block_id_idx')
    .on('avoidance_release')
    .columns(['block_id'])
    .execute()
  for (const name of ['has_relatives', 'has_released'])
    await db.schema
      .alterTable('block')
      .addColumn(name, 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
  await db.schema
    .alterTable('unit')
    .addColumn('released', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}
