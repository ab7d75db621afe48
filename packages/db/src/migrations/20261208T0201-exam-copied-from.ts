import type { Kysely } from 'kysely'

/** The exam that another was copied from, whose marking settings are offered for it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('exam').addColumn('copied_from', 'integer').execute()
}
