import { type Kysely, sql } from 'kysely'

/**
 * Work that takes long or is done later: any node takes it, tells how far it is, and loses it to another one when it
 * is silent. `run_at` is empty where a job is over, so that its index holds only what is still to be looked at.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('job')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('queue', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('payload', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('run_at', 'text')
    .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('node', 'text')
    .addColumn('cancel', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('dedupe', 'text')
    .addColumn('done', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('total', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('step', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('message', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('result', 'text')
    .addColumn('user_id', 'integer', (column) => column.references('user.id'))
    .addColumn('user_role_id', 'integer')
    .addColumn('user_name', 'text')
    .addColumn('role', 'text')
    .addColumn('user_school_id', 'integer')
    .addColumn('school_id', 'integer', (column) => column.references('school.id'))
    .addColumn('exam_id', 'integer', (column) => column.references('exam.id'))
    .addColumn('file_hash', 'text')
    .addColumn('file_name', 'text')
    .addColumn('file_mime', 'text')
    .addColumn('file_bytes', 'integer')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('started_at', 'text')
    .addColumn('finished_at', 'text')
    .execute()
  for (const statement of [
    'create index job_run_at_idx on job (run_at) where run_at is not null',
    'create unique index job_dedupe_idx on job (dedupe) where run_at is not null',
    'create index job_user_id_idx on job (user_id, id)',
    'create index job_school_id_idx on job (school_id, id)',
  ])
    await sql.raw(statement).execute(db)
}
