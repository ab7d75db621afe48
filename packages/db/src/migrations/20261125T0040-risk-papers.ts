import type { Kysely } from 'kysely'

/** Who has taken care of a paper that speaks of danger, and what was done. @source domain rules 6.2 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const on = db.schema.alterTable('problem_paper')
  await on.addColumn('cared_by', 'integer', (column) => column.references('user.id')).execute()
  await on.addColumn('cared_at', 'text').execute()
  await on.addColumn('care_note', 'text').execute()
}
