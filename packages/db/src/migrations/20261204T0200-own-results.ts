import type { Kysely } from 'kysely'

/** What each candidate is told of a released version, ready to be read by two looks into indexes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('exam_result')
    .addColumn('snapshot_id', 'integer', (column) => column.notNull().references('snapshot.id'))
    .addColumn('candidate_id', 'integer', (column) => column.notNull())
    .addColumn('student_id', 'integer', (column) => column.notNull())
    .addColumn('exam_id', 'integer', (column) => column.notNull())
    .addColumn('class_id', 'integer', (column) => column.notNull())
    .addColumn('summary', 'text', (column) => column.notNull())
    .addColumn('detail', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('exam_result_pkey', ['snapshot_id', 'candidate_id'])
    .execute()
  await db.schema
    .createIndex('exam_result_student_id_exam_id_idx')
    .on('exam_result')
    .columns(['student_id', 'exam_id'])
    .execute()
  await db.schema
    .createIndex('exam_result_exam_id_idx')
    .on('exam_result')
    .column('exam_id')
    .execute()
  await db.schema
    .createTable('exam_result_head')
    .addColumn('snapshot_id', 'integer', (column) => column.notNull().references('snapshot.id'))
    .addColumn('class_id', 'integer', (column) => column.notNull())
    .addColumn('exam_id', 'integer', (column) => column.notNull())
    .addColumn('head', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('exam_result_head_pkey', ['snapshot_id', 'class_id'])
    .execute()
  await db.schema
    .createIndex('exam_result_head_exam_id_idx')
    .on('exam_result_head')
    .column('exam_id')
    .execute()
}
