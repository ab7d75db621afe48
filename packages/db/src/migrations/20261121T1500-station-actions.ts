import type { Kysely } from 'kysely'

/** What stations sent that was decided there, and work on many sheets that goes on in the background. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('station_action')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('exam_id', 'integer', (column) => column.notNull().references('exam.id'))
    .addColumn('subject_id', 'integer', (column) => column.notNull().references('subject.id'))
    .addColumn('call', 'text', (column) => column.notNull())
    .addColumn('content_hash', 'text', (column) => column.notNull())
    .addColumn('station', 'text', (column) => column.notNull())
    .addColumn('actor_id', 'integer', (column) => column.notNull().references('user.id'))
    .addColumn('decided_at', 'text', (column) => column.notNull())
    .addColumn('received_at', 'text', (column) => column.notNull())
    .addColumn('reply', 'text')
    .execute()
  await db.schema
    .createIndex('station_action_exam_id_subject_id_idx')
    .on('station_action')
    .columns(['exam_id', 'subject_id'])
    .execute()
  await db.schema
    .alterTable('scan_decision')
    .addColumn('action_id', 'text', (column) => column.references('station_action.id'))
    .execute()
  await db.schema
    .createIndex('scan_decision_action_id_idx')
    .on('scan_decision')
    .columns(['action_id'])
    .execute()
  await db.schema
    .createTable('scan_job')
    .addColumn('action_id', 'text', (column) => column.primaryKey().references('station_action.id'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('page_seq', 'integer')
    .addColumn('block_key', 'text')
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('actor_role', 'text', (column) => column.notNull())
    .addColumn('request_id', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('finished_at', 'text')
    .execute()
  await db.schema.createIndex('scan_job_state_idx').on('scan_job').columns(['state']).execute()
  await db.schema
    .createTable('scan_job_sheet')
    .addColumn('action_id', 'text', (column) => column.notNull().references('scan_job.action_id'))
    .addColumn('place', 'integer', (column) => column.notNull())
    .addColumn('sheet_id', 'text', (column) => column.notNull().references('scan_sheet.id'))
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('marked_blocks', 'integer', (column) => column.notNull())
    .addColumn('change', 'text')
    .addPrimaryKeyConstraint('scan_job_sheet_pk', ['action_id', 'place'])
    .execute()
  await db.schema
    .createIndex('scan_job_sheet_action_id_state_idx')
    .on('scan_job_sheet')
    .columns(['action_id', 'state'])
    .execute()
}
