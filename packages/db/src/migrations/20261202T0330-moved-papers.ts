import { type Kysely, PostgresAdapter, sql } from 'kysely'

/**
 * Papers that moved are put beside what they were by their ids. PostgreSQL plans that once for a connection, at its
 * first mark, for one paper: then it compared every paper of a round with every other one. A full join, of which
 * nothing is left over here, can only be hashed or merged.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return
  const { rows } = await sql<{ definition: string }>`
    select pg_get_functiondef('place_units'::regproc) as definition`.execute(db)
  const before = rows[0]?.definition ?? ''
  const after = before.replace('from went as w inner join came', 'from went as w full join came')
  if (after === before) throw new Error('place_units does not join its papers as it did')
  await sql.raw(after).execute(db)
}
