import type { Kysely } from 'kysely'

/** What each marker had done when the rest of the work was last shared. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('block_marker')
    .addColumn('base_done', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}
