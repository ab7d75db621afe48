import { type Kysely, PostgresAdapter } from 'kysely'

/** What markers and leaders of a block write to each other, and who has read it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter
  const withId = (name: string) =>
    db.schema
      .createTable(name)
      .addColumn('id', 'integer', (column) =>
        postgres
          ? column.primaryKey().generatedByDefaultAsIdentity()
          : column.primaryKey().autoIncrement(),
      )
  await withId('marking_message')
    .addColumn('exam_id', 'integer', (column) => column.notNull().references('exam.id'))
    .addColumn('block_id', 'integer', (column) => column.notNull().references('block.id'))
    .addColumn('marker_id', 'integer', (column) => column.references('user.id'))
    .addColumn('author_id', 'integer', (column) => column.references('user.id'))
    .addColumn('is_from_leader', 'integer', (column) => column.notNull())
    .addColumn('unit_id', 'integer', (column) => column.references('unit.id'))
    .addColumn('paper_code', 'text')
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('at', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('marking_message_block_id_idx')
    .on('marking_message')
    .columns(['block_id', 'marker_id'])
    .execute()
  await db.schema
    .createIndex('marking_message_exam_id_idx')
    .on('marking_message')
    .columns(['exam_id'])
    .execute()
  await withId('marking_message_read')
    .addColumn('exam_id', 'integer', (column) => column.notNull().references('exam.id'))
    .addColumn('message_id', 'integer', (column) =>
      column.notNull().references('marking_message.id'),
    )
    .addColumn('user_id', 'integer', (column) => column.notNull().references('user.id'))
    .addColumn('is_leader', 'integer', (column) => column.notNull())
    .addColumn('at', 'text', (column) => column.notNull())
    .addUniqueConstraint('marking_message_read_message_id_user_id_key', ['message_id', 'user_id'])
    .execute()
  await db.schema
    .createIndex('marking_message_read_exam_id_idx')
    .on('marking_message_read')
    .columns(['exam_id'])
    .execute()
}
