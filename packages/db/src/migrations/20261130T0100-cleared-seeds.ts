import type { Kysely } from 'kysely'

/** Readings of seeds and of own papers served again that a clearing took away, which are none of a unit. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('block_clear')
    .addColumn('measured', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute()
}
