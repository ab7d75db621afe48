import { type Kysely, PostgresAdapter } from 'kysely'

/** Answers that were sent back to cutting, and sheets marked as special. @source domain rules 5.4 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter
  await db.schema
    .createTable('abnormal_block')
    .addColumn('id', 'integer', (column) =>
      postgres
        ? column.primaryKey().generatedByDefaultAsIdentity()
        : column.primaryKey().autoIncrement(),
    )
    .addColumn('exam_id', 'integer', (column) => column.notNull().references('exam.id'))
    .addColumn('subject_id', 'integer', (column) => column.notNull().references('subject.id'))
    .addColumn('block_id', 'integer', (column) => column.notNull().references('block.id'))
    .addColumn('unit_id', 'integer', (column) => column.notNull().references('unit.id'))
    .addColumn('candidate_id', 'integer', (column) => column.notNull().references('candidate.id'))
    .addColumn('tag', 'text', (column) => column.notNull())
    .addColumn('note', 'text', (column) => column.notNull())
    .addColumn('sent_by', 'integer', (column) => column.references('user.id'))
    .addColumn('sent_at', 'text', (column) => column.notNull())
    .addColumn('images_before', 'text')
    .addColumn('decision_id', 'integer', (column) => column.references('scan_decision.id'))
    .addColumn('outcome', 'text')
    .addColumn('closed_by', 'integer', (column) => column.references('user.id'))
    .addColumn('closed_at', 'text')
    .execute()
  await db.schema
    .createIndex('abnormal_block_subject_idx')
    .on('abnormal_block')
    .columns(['exam_id', 'subject_id', 'candidate_id'])
    .execute()
  await db.schema
    .createIndex('abnormal_block_candidate_idx')
    .on('abnormal_block')
    .columns(['candidate_id', 'subject_id'])
    .execute()
  await db.schema
    .createIndex('abnormal_block_decision_idx')
    .on('abnormal_block')
    .columns(['decision_id'])
    .execute()
  await db.schema
    .createTable('special_sheet')
    .addColumn('candidate_id', 'integer', (column) => column.notNull().references('candidate.id'))
    .addColumn('subject_id', 'integer', (column) => column.notNull().references('subject.id'))
    .addColumn('exam_id', 'integer', (column) => column.notNull().references('exam.id'))
    .addColumn('note', 'text', (column) => column.notNull())
    .addColumn('by_id', 'integer', (column) => column.notNull().references('user.id'))
    .addColumn('at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('special_sheet_pk', ['candidate_id', 'subject_id'])
    .execute()
}
