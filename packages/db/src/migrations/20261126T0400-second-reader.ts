import { type Kysely, PostgresAdapter, sql } from 'kysely'

const KEPT = ['second_reader_batch', 'second_reader_score'] as const
const REFUSAL = 'what a second reader sent is never changed'

const POSTGRES = [
  `create function refuse_second_reader_change() returns trigger language plpgsql as $$
   begin raise exception '${REFUSAL}'; end $$`,
  ...KEPT.map(
    (table) => `create trigger ${table}_kept before update on ${table}
      for each row execute function refuse_second_reader_change()`,
  ),
]

const SQLITE = KEPT.map(
  (table) => `create trigger ${table}_kept before update on ${table}
    begin select raise(abort, '${REFUSAL}'); end`,
)

/**
 * Readers that are no persons, the blocks that each of them reads, and what they sent. Their scores stand in
 * a table of their own, which nothing that settles or counts marks looks at; the database itself refuses to
 * change what was sent. It goes only with its papers, when a block is divided anew, and comes back with them.
 *
 * @source domain rules 7.6
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter
  const table = (name: string) =>
    db.schema
      .createTable(name)
      .addColumn('id', 'integer', (column) =>
        postgres
          ? column.primaryKey().generatedByDefaultAsIdentity()
          : column.primaryKey().autoIncrement(),
      )
  await table('second_reader')
    .addColumn('school_id', 'integer', (column) => column.notNull().references('school.id'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('version', 'text', (column) => column.notNull())
    .addColumn('maker', 'text', (column) => column.notNull())
    .addColumn('purpose', 'text', (column) => column.notNull())
    .addColumn('token_hash', 'text', (column) => column.unique())
    .addColumn('registered_by', 'integer', (column) => column.notNull().references('user.id'))
    .addColumn('registered_at', 'text', (column) => column.notNull())
    .addColumn('revoked_by', 'integer', (column) => column.references('user.id'))
    .addColumn('revoked_at', 'text')
    .addUniqueConstraint('second_reader_name_version_key', ['school_id', 'name', 'version'])
    .execute()
  await db.schema
    .alterTable('block')
    .addColumn('second_reader_id', 'integer', (column) => column.references('second_reader.id'))
    .execute()
  await table('second_reader_batch')
    .addColumn('reader_id', 'integer', (column) => column.notNull().references('second_reader.id'))
    .addColumn('block_id', 'integer', (column) => column.notNull().references('block.id'))
    .addColumn('via', 'text', (column) => column.notNull())
    .addColumn('by_id', 'integer', (column) => column.references('user.id'))
    .addColumn('idem_key', 'text', (column) => column.notNull())
    .addColumn('content_hash', 'text', (column) => column.notNull())
    .addColumn('papers', 'integer', (column) => column.notNull())
    .addColumn('at', 'text', (column) => column.notNull())
    .addUniqueConstraint('second_reader_batch_idem_key', ['reader_id', 'idem_key'])
    .execute()
  await table('second_reader_score')
    .addColumn('batch_id', 'integer', (column) =>
      column.notNull().references('second_reader_batch.id'),
    )
    .addColumn('reader_id', 'integer', (column) => column.notNull())
    .addColumn('block_id', 'integer', (column) => column.notNull())
    .addColumn('unit_id', 'integer', (column) => column.notNull().references('unit.id'))
    .addColumn('images', 'text', (column) => column.notNull())
    .addColumn('points', 'text', (column) => column.notNull())
    .addColumn('total_milli', 'bigint', (column) => column.notNull())
    .addColumn('confidence', 'integer')
    .addColumn('reason', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('second_reader_shown')
    .addColumn('reading_id', 'integer', (column) => column.primaryKey().references('reading.id'))
    .addColumn('block_id', 'integer', (column) => column.notNull())
    .addColumn('score_id', 'integer', (column) =>
      column.notNull().references('second_reader_score.id'),
    )
    .addColumn('at', 'text', (column) => column.notNull())
    .execute()
  for (const [name, columns] of [
    ['second_reader_batch', ['block_id']],
    ['second_reader_score', ['unit_id', 'reader_id', 'id']],
    ['second_reader_score', ['block_id', 'reader_id']],
    ['second_reader_shown', ['block_id']],
  ] as const)
    await db.schema
      .createIndex(`${name}_${columns.join('_')}_idx`)
      .on(name)
      .columns([...columns])
      .execute()
  for (const statement of postgres ? POSTGRES : SQLITE) await sql.raw(statement).execute(db)
}
