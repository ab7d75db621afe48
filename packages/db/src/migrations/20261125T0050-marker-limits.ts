import type { Kysely } from 'kysely'

/** From where on an exam is warned of a marker, where it wants other limits than the usual ones. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('exam').addColumn('marker_limits', 'text').execute()
}
