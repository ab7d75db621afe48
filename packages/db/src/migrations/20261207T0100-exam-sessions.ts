import type { Kysely } from 'kysely'

/** When subjects are sat, and the combination by which a candidate was enrolled. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('exam_subject').addColumn('starts_at', 'text').execute()
  await db.schema.alterTable('exam_subject').addColumn('ends_at', 'text').execute()
  await db.schema.alterTable('candidate').addColumn('combo', 'text').execute()
}
