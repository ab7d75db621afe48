import type { Kysely } from 'kysely'

/** Blocks of a subject that were paused because the subject went back to an earlier step. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('exam_subject').addColumn('paused_blocks', 'text').execute()
}
