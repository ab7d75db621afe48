import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** Benchmark scripts, what leaders gave them, and what came of them as seeds in live marking. */
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
  await db.schema
    .alterTable('block')
    .addColumn('has_seeds', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  for (const [name, type, initial] of [
    ['seed_left', 'integer', null],
    ['seed_served', 'integer', 0],
    ['seed_state', 'text', 'ok'],
  ] as const)
    await db.schema
      .alterTable('block_marker')
      .addColumn(name, type, (column) =>
        initial === null ? column : column.notNull().defaultTo(initial),
      )
      .execute()
  await withId('benchmark_script')
    .addColumn('block_id', 'integer', (column) => column.notNull().references('block.id'))
    .addColumn('unit_id', 'integer', (column) => column.notNull().unique().references('unit.id'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('points', 'text')
    .addColumn('total_milli', 'bigint')
    .addColumn('comments', 'text', (column) => column.notNull())
    .addColumn('proposed_by', 'integer', (column) => column.references('user.id'))
    .addColumn('agreed_by', 'integer', (column) => column.references('user.id'))
    .addColumn('agreed_at', 'text')
    .addColumn('is_alone', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('created_by', 'integer', (column) => column.notNull().references('user.id'))
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('benchmark_script_block_id_idx')
    .on('benchmark_script')
    .column('block_id')
    .execute()
  await db.schema
    .createTable('benchmark_mark')
    .addColumn('script_id', 'integer', (column) =>
      column.notNull().references('benchmark_script.id'),
    )
    .addColumn('leader_id', 'integer', (column) => column.notNull().references('user.id'))
    .addColumn('points', 'text', (column) => column.notNull())
    .addColumn('total_milli', 'bigint', (column) => column.notNull())
    .addColumn('comment', 'text', (column) => column.notNull())
    .addColumn('marked_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('benchmark_mark_pkey', ['script_id', 'leader_id'])
    .execute()
  await withId('seed_event')
    .addColumn('block_id', 'integer', (column) => column.notNull().references('block.id'))
    .addColumn('marker_id', 'integer', (column) => column.notNull().references('user.id'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('script_id', 'integer', (column) => column.references('benchmark_script.id'))
    .addColumn('reading_id', 'integer', (column) => column.references('reading.id'))
    .addColumn('score_milli', 'bigint')
    .addColumn('definitive_milli', 'bigint')
    .addColumn('tolerance_milli', 'bigint')
    .addColumn('by_id', 'integer', (column) => column.references('user.id'))
    .addColumn('note', 'text', (column) => column.notNull())
    .addColumn('at', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('seed_event_block_id_marker_id_idx')
    .on('seed_event')
    .columns(['block_id', 'marker_id'])
    .execute()
  // No marker meets a seed twice, and seeds whose time ran out are found at once.
  await sql
    .raw(
      `create unique index reading_seed_key on reading (unit_id, marker_id)
       where state in ('held', 'given')`,
    )
    .execute(db)
  await sql
    .raw(`create index reading_held_idx on reading (lease_until) where state = 'held'`)
    .execute(db)
}
