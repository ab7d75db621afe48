import { type Kysely, sql } from 'kysely'

/**
 * `user.name` becomes what lists show, and tells namesakes apart; `own_name` keeps the registered one beside it.
 * Namesakes of before, who stand in lists of one school, are told apart by account; by school they are from the next
 * change of one of them on.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('user').addColumn('own_name', 'text').execute()
  await sql`create index user_staff_name on "user" (name) where student_id is null`.execute(db)
  await sql`create index user_own_name on "user" (own_name) where own_name is not null`.execute(db)
  const { rows } = await sql<{ id: number }>`
    with place as (
      select id as user_id, school_id from "user" where student_id is null
      union select user_id, school_id from user_role
      union select block_marker.user_id, exam.school_id from block_marker
        inner join block on block.id = block_marker.block_id
        inner join exam on exam.id = block.exam_id
    )
    select distinct one.id from "user" as one
    inner join "user" as other on other.name = one.name and other.id <> one.id
    inner join place on place.user_id = one.id
    inner join place as shared on shared.user_id = other.id and shared.school_id = place.school_id
    where one.student_id is null and other.student_id is null`.execute(db)
  for (const { id } of rows)
    await sql`update "user" set own_name = name, name = name || '（' || account || '）' where id = ${id}`.execute(
      db,
    )
}
