import { type Kysely, PostgresAdapter, sql } from 'kysely'

const LIVE = `('claimed', 'submitted', 'rejected')`

/** Is the new reading an arbitration by somebody who reads the paper, without an administrator's word? */
const IS_OWN_ARBITRATION = `
  exists (
    select 1 from reading as other
    where other.unit_id = new.unit_id and other.marker_id = new.marker_id
      and other.id <> new.id and other.role <> 'ARB' and other.state in ${LIVE}
  ) and not exists (
    select 1 from mark_event
    where mark_event.unit_id = new.unit_id and mark_event.type = 'allow_arbitrator'
  )`

const REFUSAL = 'arbitrator has read the unit'

const POSTGRES = [
  `create function refuse_own_arbitration() returns trigger language plpgsql as $$
   begin
     if ${IS_OWN_ARBITRATION} then raise exception '${REFUSAL}'; end if;
     return new;
   end $$`,
  `create trigger reading_arbitrator before insert on reading
   for each row when (new.role = 'ARB') execute function refuse_own_arbitration()`,
]

const SQLITE = [
  `create trigger reading_arbitrator after insert on reading when new.role = 'ARB' and ${IS_OWN_ARBITRATION}
   begin select raise(abort, '${REFUSAL}'); end`,
]

/**
 * Which optional questions count may be chosen for each block. And who has read a paper may arbitrate it when
 * an administrator says so: two readings of one person, which the index allows for arbitrations only and a
 * trigger only after the event that says so.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('block')
    .addColumn('optional_policy', 'text', (column) => column.notNull().defaultTo('by_mark'))
    .execute()
  await db.schema.dropIndex('reading_live_marker_key').execute()
  await sql
    .raw(
      `create unique index reading_live_marker_key on reading (unit_id, marker_id)
       where state in ${LIVE} and role <> 'ARB'`,
    )
    .execute(db)
  const triggers = db.getExecutor().adapter instanceof PostgresAdapter ? POSTGRES : SQLITE
  for (const statement of triggers) await sql.raw(statement).execute(db)
}
