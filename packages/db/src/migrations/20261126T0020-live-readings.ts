import { type Kysely, PostgresAdapter, sql } from 'kysely'

const LIVE = `('claimed', 'submitted', 'rejected')`
const roleOf = (row: string): string => `case when ${row}.state in ${LIVE} then ${row}.role end`
const markerOf = (row: string): string =>
  `case when ${row}.state in ${LIVE} and ${row}.role <> 'ARB' then ${row}.marker_id end`

/**
 * What of a paper's readings is taken, its slots and its readers, in columns that stay as they are when a
 * score is given. The indexes of some rows that guarded it before were written anew with every state of a
 * reading, each at a place of its own.
 *
 * And counts only of what was judged: what somebody holds is found as fast as counted.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter
  for (const [column, type] of [
    ['live_role', 'text'],
    ['live_marker', 'integer'],
  ] as const)
    await db.schema.alterTable('reading').addColumn(column, type).execute()
  await sql
    .raw(`update reading set live_role = ${roleOf('reading')}, live_marker = ${markerOf('reading')}
          where state in ${LIVE}`)
    .execute(db)
  for (const index of ['reading_live_role_key', 'reading_live_marker_key', 'reading_unit_id_idx'])
    await db.schema.dropIndex(index).execute()
  for (const column of ['live_role', 'live_marker'])
    await db.schema
      .createIndex(`reading_${column}_key`)
      .unique()
      .on('reading')
      .columns(['unit_id', column])
      .execute()
  await sql
    .raw(`create index reading_in_hand_idx on reading (block_id, marker_id, role, state)
          where state in ('claimed', 'held')`)
    .execute(db)
  await sql`delete from reading_tally where state in ('claimed', 'held')`.execute(db)
  for (const statement of postgres ? POSTGRES : SQLITE) await sql.raw(statement).execute(db)
}

const COUNTED = `('submitted', 'rejected', 'given')`

const add = (row: 'new' | 'old', by: 1 | -1): string => `
  insert into reading_tally
  select ${row}.block_id, ${row}.marker_id, ${row}.role, ${row}.state, coalesce(${row}.total_milli, -1), ${by}
  where ${row}.state in ${COUNTED}
  on conflict do update set count = count + ${by};`

/** Whoever writes a reading without them: they follow. */
const follow = `update reading set live_role = ${roleOf('new')}, live_marker = ${markerOf('new')}
  where id = new.id;`
const isAhead = `new.live_role is not ${roleOf('new')} or new.live_marker is not ${markerOf('new')}`

const SQLITE = [
  ...['insert', 'delete', 'update'].map((event) => `drop trigger reading_tally_${event}`),
  `create trigger reading_tally_insert after insert on reading when new.state in ${COUNTED}
   begin ${add('new', 1)} end`,
  `create trigger reading_tally_delete after delete on reading when old.state in ${COUNTED}
   begin ${add('old', -1)} end`,
  `create trigger reading_tally_update
   after update of block_id, marker_id, role, state, total_milli on reading
   when (old.state in ${COUNTED} or new.state in ${COUNTED})
     and (old.state <> new.state or old.role <> new.role or old.total_milli is not new.total_milli
       or old.marker_id <> new.marker_id or old.block_id <> new.block_id)
   begin ${add('old', -1)} ${add('new', 1)} end`,
  `create trigger reading_live_insert after insert on reading when ${isAhead} begin ${follow} end`,
  `create trigger reading_live_update after update of state, role, marker_id, live_role, live_marker on reading
   when ${isAhead} begin ${follow} end`,
]

const tally = (changed: string): string => `
  insert into reading_tally
  select block_id, marker_id, role, state, coalesce(total_milli, -1), sum(by)
  from (${changed}) as changed
  where state in ${COUNTED}
  group by 1, 2, 3, 4, 5 having sum(by) <> 0 order by 1, 2, 3, 4, 5
  on conflict (block_id, marker_id, role, state, total_milli)
  do update set count = reading_tally.count + excluded.count;`

const CAME = 'select *, 1 as by from came'
const WENT = 'select *, -1 as by from went'

const POSTGRES = [
  `create or replace function count_readings() returns trigger language plpgsql as $$
   begin
     if tg_op = 'INSERT' then ${tally(CAME)}
     elsif tg_op = 'DELETE' then ${tally(WENT)}
     else ${tally(`${CAME} union all ${WENT}`)}
     end if;
     return null;
   end $$`,
  `create function follow_reading() returns trigger language plpgsql as $$
   begin
     new.live_role := ${roleOf('new')};
     new.live_marker := ${markerOf('new')};
     return new;
   end $$`,
  ...['insert', 'update'].map(
    (event) => `create trigger reading_live_${event} before ${event} on reading for each row
      when (new.live_role is distinct from ${roleOf('new')}
        or new.live_marker is distinct from ${markerOf('new')})
      execute function follow_reading()`,
  ),
]
