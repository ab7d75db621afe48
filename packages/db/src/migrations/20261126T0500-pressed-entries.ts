import type { Kysely } from 'kysely'

/** Which entries of the rubric a reading was given by; goes with its revision, as its scores do. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('reading').addColumn('pressed_entries', 'text').execute()
}
