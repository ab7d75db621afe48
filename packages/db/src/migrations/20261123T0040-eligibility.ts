import { type Kysely, sql } from 'kysely'

/** Whose papers a marker may read: the school of each paper, and whether an exam is held by several. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('unit')
    .addColumn('school_id', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema
    .alterTable('block')
    .addColumn('is_joint', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await sql`update unit set school_id = (
    select candidate.school_id from candidate where candidate.id = unit.candidate_id
  )`.execute(db)
  await sql`update block set is_joint = 1 where exists (
    select 1 from candidate inner join exam on exam.id = candidate.exam_id
    where candidate.exam_id = block.exam_id and candidate.school_id <> exam.school_id
  )`.execute(db)
}
