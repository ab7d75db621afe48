import type { Kysely } from 'kysely'

/** An appeal may be of one block of a subject. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('appeal').addColumn('block_id', 'integer').execute()
}
