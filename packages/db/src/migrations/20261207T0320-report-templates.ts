import { type Kysely, PostgresAdapter } from 'kysely'

/** Tables of one's own that a school keeps, each with its versions. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  await db.schema
    .createTable('report_template')
    .addColumn('id', 'integer', (column) =>
      isPostgres
        ? column.primaryKey().generatedByDefaultAsIdentity()
        : column.primaryKey().autoIncrement(),
    )
    .addColumn('school_id', 'integer', (column) => column.notNull().references('school.id'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('owner_id', 'integer', (column) => column.notNull().references('user.id'))
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('changed_by', 'integer', (column) => column.notNull().references('user.id'))
    .addColumn('changed_at', 'text', (column) => column.notNull())
    .addUniqueConstraint('report_template_name_uq', ['school_id', 'name'])
    .execute()
}
