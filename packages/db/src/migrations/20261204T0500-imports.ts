import { type Kysely, PostgresAdapter } from 'kysely'

/** Imports in two phases: what a file comes to, row by row, what became of it, and what a school's titles mean. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  await db.schema
    .createTable('import_batch')
    .addColumn('id', 'integer', (column) =>
      isPostgres
        ? column.primaryKey().generatedByDefaultAsIdentity()
        : column.primaryKey().autoIncrement(),
    )
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('school_id', 'integer', (column) => column.notNull().references('school.id'))
    .addColumn('exam_id', 'integer', (column) => column.references('exam.id'))
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('file_name', 'text', (column) => column.notNull())
    .addColumn('file_hash', 'text', (column) => column.notNull())
    .addColumn('table_hash', 'text')
    .addColumn('choices', 'text', (column) => column.notNull())
    .addColumn('titles_hash', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('head', 'text', (column) => column.notNull())
    .addColumn('counts', 'text', (column) => column.notNull())
    .addColumn('made', 'text')
    .addColumn('job_id', 'text')
    .addColumn('by_id', 'integer', (column) => column.notNull().references('user.id'))
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .addColumn('applied_at', 'text')
    .addColumn('applied_by_id', 'integer', (column) => column.references('user.id'))
    .addColumn('undone_at', 'text')
    .addColumn('undone_by_id', 'integer', (column) => column.references('user.id'))
    .execute()
  await db.schema
    .createIndex('import_batch_school_id_idx')
    .on('import_batch')
    .columns(['school_id', 'kind', 'id'])
    .execute()
  await db.schema
    .createIndex('import_batch_expires_at_idx')
    .on('import_batch')
    .columns(['state', 'expires_at'])
    .execute()
  await db.schema
    .createTable('import_row')
    .addColumn('batch_id', 'integer', (column) => column.notNull().references('import_batch.id'))
    .addColumn('row', 'integer', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('object_id', 'integer')
    .addColumn('changes', 'text', (column) => column.notNull())
    .addColumn('problems', 'text', (column) => column.notNull())
    .addColumn('has_errors', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('has_warnings', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('before', 'text')
    .addColumn('after', 'text')
    .addColumn('why', 'text', (column) => column.notNull().defaultTo(''))
    .addPrimaryKeyConstraint('import_row_pk', ['batch_id', 'row'])
    .execute()
  await db.schema
    .createIndex('import_row_object_id_idx')
    .on('import_row')
    .columns(['object_id', 'batch_id'])
    .execute()
  await db.schema
    .createTable('import_mapping')
    .addColumn('school_id', 'integer', (column) => column.notNull().references('school.id'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('titles_hash', 'text', (column) => column.notNull())
    .addColumn('mapping', 'text', (column) => column.notNull())
    .addColumn('meanings', 'text', (column) => column.notNull())
    .addColumn('at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('import_mapping_pk', ['school_id', 'kind', 'titles_hash'])
    .execute()
}
