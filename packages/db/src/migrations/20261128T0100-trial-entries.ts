import type { Kysely } from 'kysely'

/** Which entries of the rubric a trial paper was given by, and in which version they stand. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('trial_reading').addColumn('rubric_version', 'integer').execute()
  await db.schema.alterTable('trial_reading').addColumn('pressed_entries', 'text').execute()
}
