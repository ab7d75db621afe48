import { type Kysely, PostgresAdapter } from 'kysely'

/** How far a marker has read the notes of a block; the keys that a person chose for marking. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter
  await db.schema
    .createTable('marking_note_seen')
    .addColumn('id', 'integer', (column) =>
      postgres
        ? column.primaryKey().generatedByDefaultAsIdentity()
        : column.primaryKey().autoIncrement(),
    )
    .addColumn('block_id', 'integer', (column) => column.notNull())
    .addColumn('user_id', 'integer', (column) => column.notNull().references('user.id'))
    .addColumn('last_note_id', 'integer', (column) =>
      column.notNull().references('marking_note.id'),
    )
    .addColumn('at', 'text', (column) => column.notNull())
    .addUniqueConstraint('marking_note_seen_block_id_user_id_key', ['block_id', 'user_id'])
    .execute()
  await db.schema
    .createTable('marking_keys')
    .addColumn('user_id', 'integer', (column) => column.primaryKey().references('user.id'))
    .addColumn('choice', 'text', (column) => column.notNull())
    .addColumn('changed_at', 'text', (column) => column.notNull())
    .execute()
}
