import type { Kysely } from 'kysely'

/** Whether it is being drawn which papers of a block are read twice, in pieces: it gives out none of them meanwhile. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('block')
    .addColumn('is_drawing', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}
