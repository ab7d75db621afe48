import type { Kysely } from 'kysely'

/** To whom a paper that waits for arbitration was handed over. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('arbitration_hand_over')
    .addColumn('unit_id', 'integer', (column) => column.primaryKey().references('unit.id'))
    .addColumn('block_id', 'integer', (column) => column.notNull().references('block.id'))
    .addColumn('to_id', 'integer', (column) => column.notNull().references('user.id'))
    .addColumn('by_id', 'integer', (column) => column.notNull().references('user.id'))
    .addColumn('at', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('arbitration_hand_over_block_id_idx')
    .on('arbitration_hand_over')
    .columns(['block_id'])
    .execute()
}
