import type { Kysely } from 'kysely'

/** The last rounding of a subject's totals; none until somebody sets it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('exam_subject')
    .addColumn('round_step_milli', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema
    .alterTable('exam_subject')
    .addColumn('round_mode', 'text', (column) => column.notNull().defaultTo('half_up'))
    .execute()
}
