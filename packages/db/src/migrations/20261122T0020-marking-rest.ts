import { type Kysely, PostgresAdapter } from 'kysely'

/**
 * Trial papers before live marking and what came of them, own papers read again, and seeds at the start of
 * a day.
 */
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
  for (const [name, type, initial] of [
    ['qualified', 'text', 'open'],
    ['seed_day', 'text', null],
    ['seed_due', 'integer', 0],
    ['seed_rate', 'integer', 1],
  ] as const)
    await db.schema
      .alterTable('block_marker')
      .addColumn(name, type, (column) =>
        initial === null ? column : column.notNull().defaultTo(initial),
      )
      .execute()
  await withId('trial_reading')
    .addColumn('block_id', 'integer', (column) => column.notNull().references('block.id'))
    .addColumn('marker_id', 'integer', (column) => column.notNull().references('user.id'))
    .addColumn('script_id', 'integer', (column) =>
      column.notNull().references('benchmark_script.id'),
    )
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('round', 'integer', (column) => column.notNull())
    .addColumn('points', 'text', (column) => column.notNull())
    .addColumn('total_milli', 'bigint', (column) => column.notNull())
    .addColumn('definitive_milli', 'bigint', (column) => column.notNull())
    .addColumn('is_within', 'integer', (column) => column.notNull())
    .addColumn('idem_key', 'text', (column) => column.notNull().unique())
    .addColumn('active_ms', 'integer')
    .addColumn('at', 'text', (column) => column.notNull())
    .addUniqueConstraint('trial_reading_marker_id_script_id_round_key', [
      'marker_id',
      'script_id',
      'round',
    ])
    .execute()
  await db.schema
    .createIndex('trial_reading_block_id_marker_id_idx')
    .on('trial_reading')
    .columns(['block_id', 'marker_id'])
    .execute()
  await withId('qualification_event')
    .addColumn('block_id', 'integer', (column) => column.notNull().references('block.id'))
    .addColumn('marker_id', 'integer', (column) => column.notNull().references('user.id'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('round', 'integer', (column) => column.notNull())
    .addColumn('papers', 'integer')
    .addColumn('within', 'integer')
    .addColumn('bias_milli', 'bigint')
    .addColumn('by_id', 'integer', (column) => column.references('user.id'))
    .addColumn('note', 'text', (column) => column.notNull())
    .addColumn('at', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('qualification_event_block_id_marker_id_idx')
    .on('qualification_event')
    .columns(['block_id', 'marker_id'])
    .execute()
  await withId('self_reading')
    .addColumn('block_id', 'integer', (column) => column.notNull().references('block.id'))
    .addColumn('marker_id', 'integer', (column) => column.notNull().references('user.id'))
    .addColumn('unit_id', 'integer', (column) => column.notNull().references('unit.id'))
    .addColumn('reading_id', 'integer', (column) => column.notNull().references('reading.id'))
    .addColumn('first_milli', 'bigint', (column) => column.notNull())
    .addColumn('again_milli', 'bigint', (column) => column.notNull())
    .addColumn('tolerance_milli', 'bigint', (column) => column.notNull())
    .addColumn('at', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('self_reading_block_id_marker_id_idx')
    .on('self_reading')
    .columns(['block_id', 'marker_id'])
    .execute()
}
