import type { Kysely } from 'kysely'

/** Scores that come by a table: which of them did, whether a subject has all of its own, and what a file was read for. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('import_batch')
    .addColumn('options', 'text', (column) => column.notNull().defaultTo('{}'))
    .execute()
  await db.schema
    .alterTable('exam_subject')
    .addColumn('import_finished', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema
    .createTable('imported_score')
    .addColumn('exam_id', 'integer', (column) => column.notNull().references('exam.id'))
    .addColumn('subject_id', 'integer', (column) => column.notNull())
    .addColumn('candidate_id', 'integer', (column) => column.notNull())
    .addColumn('batch_id', 'integer', (column) => column.references('import_batch.id'))
    .addColumn('by_id', 'integer', (column) => column.notNull().references('user.id'))
    .addColumn('at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('imported_score_pk', ['candidate_id', 'subject_id'])
    .execute()
  await db.schema
    .createIndex('imported_score_exam_id_idx')
    .on('imported_score')
    .columns(['exam_id', 'subject_id'])
    .execute()
}
