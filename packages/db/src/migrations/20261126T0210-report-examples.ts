import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** Papers that a leader shows in the reports as examples, without whose they are. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter
  await db.schema
    .createTable('report_example')
    .addColumn('id', 'integer', (column) =>
      postgres
        ? column.primaryKey().generatedByDefaultAsIdentity()
        : column.primaryKey().autoIncrement(),
    )
    .addColumn('block_id', 'integer', (column) => column.notNull().references('block.id'))
    .addColumn('unit_id', 'integer', (column) => column.notNull().references('unit.id'))
    .addColumn('images', 'text', (column) => column.notNull())
    .addColumn('flag', 'text', (column) => column.notNull())
    .addColumn('comment', 'text', (column) => column.notNull())
    .addColumn('published_by', 'integer', (column) => column.notNull().references('user.id'))
    .addColumn('published_at', 'text', (column) => column.notNull())
    .addColumn('removed_by', 'integer', (column) => column.references('user.id'))
    .addColumn('removed_at', 'text')
    .execute()
  await db.schema
    .createIndex('report_example_block_id_idx')
    .on('report_example')
    .columns(['block_id'])
    .execute()
  // Of one paper at most one example stands.
  await db.schema
    .createIndex('report_example_standing_key')
    .unique()
    .on('report_example')
    .columns(['unit_id'])
    .where(sql.ref('removed_at'), 'is', null)
    .execute()
}
