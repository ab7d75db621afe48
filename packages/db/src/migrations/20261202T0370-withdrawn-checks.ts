import type { Kysely } from 'kysely'

/** Of a check whose correction a leader withdrew, when; of earlier ones nobody knows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('spot_check').addColumn('withdrawn_at', 'text').execute()
}
