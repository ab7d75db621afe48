import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** The library of answer sheets: versions, origin, locks with reasons, deletion that can be undone, blocks drawn by hand. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter
  for (const column of ['block_plan', 'lock_reason', 'deleted_at', 'trash'])
    await db.schema.alterTable('answer_sheet').addColumn(column, 'text').execute()
  for (const column of ['grade_id', 'deleted_by', 'source_id', 'source_version'])
    await db.schema.alterTable('answer_sheet').addColumn(column, 'integer').execute()
  await db.schema
    .alterTable('answer_sheet')
    .addColumn('knowledge', 'text', (column) => column.notNull().defaultTo(sql.raw("'{}'")))
    .execute()
  await db.schema
    .createTable('answer_sheet_version')
    .addColumn('id', 'integer', (column) =>
      postgres
        ? column.primaryKey().generatedByDefaultAsIdentity()
        : column.primaryKey().autoIncrement(),
    )
    .addColumn('sheet_id', 'integer', (column) => column.notNull().references('answer_sheet.id'))
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('design', 'text', (column) => column.notNull())
    .addColumn('block_plan', 'text')
    .addColumn('note', 'text', (column) => column.notNull())
    .addColumn('author_id', 'integer', (column) => column.notNull().references('user.id'))
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addUniqueConstraint('answer_sheet_version_sheet_id_version_key', ['sheet_id', 'version'])
    .execute()
  await sql`
    insert into answer_sheet_version (sheet_id, version, design, note, author_id, created_at)
    select id, version, design, '', created_by, updated_at
    from answer_sheet
  `.execute(db)
}
