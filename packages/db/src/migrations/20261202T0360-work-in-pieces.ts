import { type Kysely, PostgresAdapter, sql } from 'kysely'

/**
 * What a change still has to bring to thousands of rows, and releases that are under way. Both are written in pieces,
 * between which others write, and go on or are taken back where a server ended in the middle.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  await db.schema
    .createTable('due_work')
    .addColumn('id', 'integer', (column) =>
      isPostgres
        ? column.primaryKey().generatedByDefaultAsIdentity()
        : column.primaryKey().autoIncrement(),
    )
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('exam_id', 'integer', (column) => column.notNull().references('exam.id'))
    .addColumn('subject_id', 'integer', (column) => column.notNull().references('subject.id'))
    .addColumn('block_id', 'integer')
    .addColumn('at', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('release_work')
    .addColumn('exam_id', 'integer', (column) => column.primaryKey().references('exam.id'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('since_event', 'integer', (column) => column.notNull())
    .addColumn('changes', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema
    .alterTable('snapshot')
    .addColumn('complete', 'integer', (column) => column.notNull().defaultTo(1))
    .execute()
  if (!isPostgres) for (const statement of COUNTING) await sql.raw(statement).execute(db)
}

/** Counts what changes in the scores of an exam while they are released: nothing where none are. */
const COUNTING = ['candidate', 'candidate_subject'].flatMap((table) =>
  (
    [
      ['insert', 'new'],
      ['update', 'new'],
      ['delete', 'old'],
    ] as const
  ).map(
    ([event, row]) => `create trigger ${table}_release_${event} after ${event} on ${table}
     begin update release_work set changes = changes + 1 where exam_id = ${row}.exam_id; end`,
  ),
)
