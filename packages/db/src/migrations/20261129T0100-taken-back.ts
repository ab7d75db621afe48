import { type Kysely, sql } from 'kysely'

/** Whether a reading waits because its own marker took it back, and an index of the few that do. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('reading')
    .addColumn('taken_back', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await sql`create index reading_taken_back_idx on reading (block_id, marker_id)
    where taken_back = 1`.execute(db)
}
