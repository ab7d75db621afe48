import { type Kysely, PostgresAdapter } from 'kysely'

/** Answers of leaders that became notes of the block; links of identical scripts that a leader cut. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter
  const table = (name: string) =>
    db.schema
      .createTable(name)
      .addColumn('id', 'integer', (column) =>
        postgres
          ? column.primaryKey().generatedByDefaultAsIdentity()
          : column.primaryKey().autoIncrement(),
      )
      .addColumn('block_id', 'integer', (column) => column.notNull())
  await table('marking_note')
    .addColumn('message_id', 'integer', (column) =>
      column.notNull().references('marking_message.id'),
    )
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('saved_by', 'integer', (column) => column.notNull().references('user.id'))
    .addColumn('saved_at', 'text', (column) => column.notNull())
    .addColumn('removed_by', 'integer', (column) => column.references('user.id'))
    .addColumn('removed_at', 'text')
    .execute()
  await table('identical_cut')
    .addColumn('unit_id', 'integer', (column) => column.notNull().references('unit.id'))
    .addColumn('pair_unit_id', 'integer', (column) => column.notNull().references('unit.id'))
    .addColumn('cut_by', 'integer', (column) => column.notNull().references('user.id'))
    .addColumn('cut_at', 'text', (column) => column.notNull())
    .addColumn('undone_by', 'integer', (column) => column.references('user.id'))
    .addColumn('undone_at', 'text')
    .execute()
  for (const name of ['marking_note', 'identical_cut'])
    await db.schema.createIndex(`${name}_block_id_idx`).on(name).columns(['block_id']).execute()
}
