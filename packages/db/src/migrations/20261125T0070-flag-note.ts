import type { Kysely } from 'kysely'

/** What a marker wrote beside the flags of a paper. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('reading').addColumn('flag_note', 'text').execute()
}
