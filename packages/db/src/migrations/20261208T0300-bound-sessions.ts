import type { Kysely } from 'kysely'

/** What alone a session may be used for: `pages` for one that reads report pages to print them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('session').addColumn('bound_to', 'text').execute()
}
