import { type Kysely, sql } from 'kysely'

/**
 * What waited in tables of its own goes on as jobs: sheets that were to be read or cut again, under the name of the
 * action that asked for it, and proposals for imported sheets that were cut off.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('sheet_import').addColumn('job_id', 'text').execute()
  for (const statement of [
    `insert into job (id, queue, kind, title, payload, state, run_at, user_name, role, school_id, exam_id, created_at)
     select scan_job.action_id, 'scan', 'scan.again', '重新处理答题卡',
       '{"action_id":"' || scan_job.action_id || '"}', 'waiting', scan_job.created_at,
       "user".name, scan_job.actor_role, exam.school_id, exam.id, scan_job.created_at
     from scan_job
     inner join station_action on station_action.id = scan_job.action_id
     inner join exam on exam.id = station_action.exam_id
     inner join "user" on "user".id = station_action.actor_id
     where scan_job.state in ('waiting', 'running')`,
    `update sheet_import
     set job_id = '0000000000000000' || substr('0000000000' || sheet_id, length('0000000000' || sheet_id) - 9)
     where state = 'working'`,
    `insert into job (id, queue, kind, title, payload, state, run_at, dedupe, school_id, created_at)
     select sheet_import.job_id, 'sheet', 'sheet.propose', '识别导入的答题卡',
       '{"sheet_id":' || sheet_import.sheet_id || '}', 'waiting', sheet_import.updated_at,
       'sheet.propose:' || sheet_import.sheet_id, answer_sheet.school_id, sheet_import.updated_at
     from sheet_import
     inner join answer_sheet on answer_sheet.id = sheet_import.sheet_id
     where sheet_import.state = 'working'`,
  ])
    await sql.raw(statement).execute(db)
}
