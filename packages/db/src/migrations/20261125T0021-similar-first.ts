import type { Kysely } from 'kysely'

/** Blocks in which answers that look alike are served together, and how their answers look. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('block')
    .addColumn('similar_first', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema
    .createTable('answer_print')
    .addColumn('unit_id', 'integer', (column) =>
      column.primaryKey().references('unit.id').onDelete('cascade'),
    )
    .addColumn('block_id', 'integer', (column) =>
      column.notNull().references('block.id').onDelete('cascade'),
    )
    .addColumn('images', 'text', (column) => column.notNull())
    .addColumn('ink', 'text', (column) => column.notNull())
    .addColumn('ordered', 'integer', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('answer_print_block_id_idx')
    .on('answer_print')
    .columns(['block_id', 'ordered'])
    .execute()
}
