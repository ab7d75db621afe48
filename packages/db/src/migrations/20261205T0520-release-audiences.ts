import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** Released scores reach leaders, teachers and students one after the other. What is released now, all of them see. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  await db.schema
    .alterTable('exam')
    .addColumn('teachers_told', 'integer', (column) => column.notNull().defaultTo(1))
    .execute()
  await db.schema.alterTable('exam').addColumn('student_snapshot_id', 'integer').execute()
  await sql`update exam set student_snapshot_id = published_snapshot_id`.execute(db)
  await db.schema
    .createTable('release')
    .addColumn('id', 'integer', (column) =>
      isPostgres
        ? column.primaryKey().generatedByDefaultAsIdentity()
        : column.primaryKey().autoIncrement(),
    )
    .addColumn('exam_id', 'integer', (column) => column.notNull().references('exam.id'))
    .addColumn('snapshot_id', 'integer', (column) => column.notNull().references('snapshot.id'))
    .addColumn('audience', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('note', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('reason', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('by_id', 'integer', (column) => column.notNull().references('user.id'))
    .execute()
  await db.schema
    .createIndex('release_state_at_idx')
    .on('release')
    .columns(['state', 'at'])
    .execute()
  await db.schema.createIndex('release_exam_id_idx').on('release').column('exam_id').execute()
}
