import type { Kysely } from 'kysely'

/** What a version of results is called by the person who released it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('snapshot').addColumn('name', 'text').execute()
}
