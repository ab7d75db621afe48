import { type Kysely, PostgresAdapter } from 'kysely'

/** Messages to people, their delivery by each channel (the outbox), and what a person wants of which kind. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const table = (name: string) =>
    db.schema
      .createTable(name)
      .addColumn('id', 'integer', (column) =>
        isPostgres
          ? column.primaryKey().generatedByDefaultAsIdentity()
          : column.primaryKey().autoIncrement(),
      )
  await table('message')
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('link', 'text')
    .addColumn('exam_id', 'integer', (column) => column.references('exam.id'))
    .addColumn('school_id', 'integer', (column) => column.references('school.id'))
    .addColumn('from_id', 'integer', (column) => column.references('user.id'))
    .addColumn('at', 'text', (column) => column.notNull())
    .execute()
  await table('delivery')
    .addColumn('message_id', 'integer', (column) => column.notNull().references('message.id'))
    .addColumn('user_id', 'integer', (column) => column.notNull().references('user.id'))
    .addColumn('channel', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('address', 'text')
    .addColumn('due_at', 'text', (column) => column.notNull())
    .addColumn('tries', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('lease_until', 'text')
    .addColumn('error', 'text')
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('read_at', 'text')
    .execute()
  await db.schema
    .createIndex('delivery_user_id_read_at_idx')
    .on('delivery')
    .columns(['user_id', 'channel', 'read_at'])
    .execute()
  await db.schema
    .createIndex('delivery_message_id_idx')
    .on('delivery')
    .column('message_id')
    .execute()
  await db.schema
    .createIndex('delivery_state_due_at_idx')
    .on('delivery')
    .columns(['state', 'due_at'])
    .execute()
  await db.schema
    .createTable('notice_setting')
    .addColumn('user_id', 'integer', (column) => column.primaryKey().references('user.id'))
    .addColumn('email', 'text')
    .addColumn('phone', 'text')
    .addColumn('prefs', 'text', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('at', 'text', (column) => column.notNull())
    .execute()
}
