import type { Kysely } from 'kysely'

/** Which checker has which paper on the table: a lease that runs out by itself, so that no two get the same one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('spot_hold')
    .addColumn('unit_id', 'integer', (column) =>
      column.primaryKey().references('unit.id').onDelete('cascade'),
    )
    .addColumn('block_id', 'integer', (column) =>
      column.notNull().references('block.id').onDelete('cascade'),
    )
    .addColumn('checker_id', 'integer', (column) => column.notNull().references('user.id'))
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('until', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('spot_hold_block_id_checker_id_idx')
    .on('spot_hold')
    .columns(['block_id', 'checker_id'])
    .execute()
  // Each paper that is put on the table asks what was said of it before.
  await db.schema
    .createIndex('spot_check_unit_id_idx')
    .on('spot_check')
    .columns(['unit_id'])
    .execute()
}
