import type { Kysely } from 'kysely'

/** The other paper of identical scripts. @source domain rules 6.2 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('problem_paper')
    .addColumn('pair_unit_id', 'integer', (column) => column.references('unit.id'))
    .execute()
}
