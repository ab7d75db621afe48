import type { Kysely } from 'kysely'

/** What marking pages saw in their own input that no hand does. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('block_marker')
    .addColumn('input_signs', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute()
}
