import { type Kysely, sql } from 'kysely'

/** The record of acts can be read: by school, by person and by time, with what was used. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('audit')
    .addColumn('school_id', 'integer', (column) => column.references('school.id'))
    .execute()
  await db.schema
    .alterTable('audit')
    .addColumn('client_id', 'integer', (column) => column.references('mark_client.id'))
    .execute()
  for (const columns of [['at'], ['user_id', 'at'], ['school_id', 'at']])
    await db.schema
      .createIndex(`audit_${columns.join('_')}_idx`)
      .on('audit')
      .columns(columns)
      .execute()
  await sql`update audit set school_id = (
    select "user".school_id from "user" where "user".id = audit.user_id)`.execute(db)
}
