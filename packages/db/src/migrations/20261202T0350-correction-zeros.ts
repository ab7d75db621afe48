import type { Kysely } from 'kysely'

/** Of a mark that was looked at again, why it was nothing; of earlier corrections nobody knows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('score_correction').addColumn('before_reason', 'text').execute()
}
