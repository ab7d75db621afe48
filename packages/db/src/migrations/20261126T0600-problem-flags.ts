import type { Kysely } from 'kysely'

/** What a marker had flagged a paper as, and written beside it, before they passed it on as a problem. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const on = db.schema.alterTable('problem_paper')
  await on.addColumn('flags', 'text', (column) => column.notNull().defaultTo('[]')).execute()
  await on.addColumn('flag_note', 'text').execute()
}
