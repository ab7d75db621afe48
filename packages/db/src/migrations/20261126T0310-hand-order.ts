import type { Kysely } from 'kysely'

/** Where a paper stands among those in its marker's hands: behind which reading; null for where it was served. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('reading').addColumn('stands_behind', 'integer').execute()
}
