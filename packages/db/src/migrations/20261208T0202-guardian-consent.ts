import type { Kysely } from 'kysely'

/** What a student's guardian agreed to. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('student').addColumn('guardian_consent', 'text').execute()
}
