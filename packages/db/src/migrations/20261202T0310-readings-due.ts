import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** As `unit_queue` and `unit_tally` have it since they are kept: a slot, a state of waiting, a counted state. */
const WAITING = `('WAIT_IMAGE', 'THIRD', 'ARBITRATION', 'BLANK_REVIEW', 'PROBLEM', 'REJECTED')`
const slotOf = (row: string): string =>
  `case when ${row}.free_role = 'R3' then 'third' when ${row}.free_role is not null then 'base' end`
const waitOf = (row: string): string => `case when ${row}.state in ${WAITING} then ${row}.state end`
const countedAs = (row: string): string =>
  `case when ${row}.state = 'WAIT_IMAGE' and ${row}.images = '[]' then 'NO_IMAGE' else ${row}.state end`

/**
 * How many first and second readings a paper has or is still to have, and how many all papers of a block together:
 * what its markers share. Before, it was estimated from the share that is read twice, and stayed an estimate when
 * everything was marked.
 *
 * `block.read_again`, which went into that estimate, is not looked at any more. It stays, because rows of blocks that
 * were taken out of an exam are kept with it and come back by themselves.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  await db.schema
    .alterTable('unit')
    .addColumn('readings_due', 'integer', (column) => column.notNull().defaultTo(1))
    .execute()
  await db.schema
    .alterTable('unit_tally')
    .addColumn('readings', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  const isDouble = isPostgres
    ? `(unit.facts::json ->> 'double') = 'true'`
    : `json_extract(unit.facts, '$.double')`
  await sql
    .raw(
      `update unit set readings_due = case
         when state in ('FINAL', 'LOCKED') then (
           select count(*) from reading
           where reading.unit_id = unit.id and reading.role in ('R1', 'R2')
             and reading.state in ('submitted', 'rejected'))
         when ${isDouble} then 2 else 1 end`,
    )
    .execute(db)
  for (const statement of isPostgres ? POSTGRES : SQLITE) await sql.raw(statement).execute(db)
  await sql
    .raw(
      `insert into unit_tally
       select block_id, ${countedAs('unit')}, 0, 0, sum(readings_due) from unit where true group by 1, 2
       on conflict (block_id, state, shard) do update set readings = excluded.readings`,
    )
    .execute(db)
}

const leave = `delete from unit_queue
  where block_id = old.block_id and queue in (coalesce(${slotOf('old')}, ''), coalesce(${waitOf('old')}, ''))
    and ord = old.ord and unit_id = old.id;`
const enter = [slotOf, waitOf]
  .map(
    (queue) => `insert into unit_queue select new.block_id, ${queue('new')}, new.ord, new.id
      where ${queue('new')} is not null;`,
  )
  .join(' ')
const add = (row: 'old' | 'new', sign: '' | '-'): string =>
  `insert into unit_tally values (${row}.block_id, ${countedAs(row)}, 0, ${sign}1, ${sign}${row}.readings_due)
   on conflict do update set count = count + excluded.count, readings = readings + excluded.readings;`

const SQLITE = [
  ...['insert', 'delete', 'changed'].map((name) => `drop trigger unit_${name}`),
  `create trigger unit_insert after insert on unit begin ${enter} ${add('new', '')} end`,
  `create trigger unit_delete after delete on unit begin ${leave} ${add('old', '-')} end`,
  `create trigger unit_changed after update of state, images, block_id, readings_due on unit
   when ${countedAs('old')} <> ${countedAs('new')} or old.block_id <> new.block_id
     or old.readings_due <> new.readings_due
   begin ${add('old', '-')} ${add('new', '')} end`,
]

const standing = (
  rows: string,
): string => `select one.block_id, place.queue, one.ord, one.id as unit_id
  from ${rows} as one
  cross join lateral (values (${slotOf('one')}), (${waitOf('one')})) as place (queue)
  where place.queue is not null`
const counted = (rows: string, sign: '' | '-'): string =>
  `select one.block_id, ${countedAs('one')} as state, ${sign}1 as by, ${sign}one.readings_due as due
   from ${rows} as one`

/** Always in the same order: two transactions wait for each other at most in one direction. */
const pgTally = (changed: string): string => `
  insert into unit_tally
  select block_id, state, pg_backend_pid() % 32, sum(by), sum(due) from (${changed}) as changed
  group by 1, 2, 3 having sum(by) <> 0 or sum(due) <> 0 order by 1, 2, 3
  on conflict (block_id, state, shard) do update
  set count = unit_tally.count + excluded.count, readings = unit_tally.readings + excluded.readings;`

/** Both versions of the papers that moved, each in its places; one statement costs less than three. */
const pgMove = `
  with moved as materialized (
    select w.id, w.block_id as old_block, w.ord as old_ord, c.block_id, c.ord,
      ${slotOf('w')} as old_slot, ${slotOf('c')} as slot, ${waitOf('w')} as old_wait, ${waitOf('c')} as wait,
      ${countedAs('w')} as old_state, ${countedAs('c')} as state,
      w.readings_due as old_due, c.readings_due as due,
      w.block_id <> c.block_id or w.ord <> c.ord as elsewhere
    from went as w inner join came as c on c.id = w.id
    where w.free_role is distinct from c.free_role or w.state <> c.state or w.images <> c.images
      or w.block_id <> c.block_id or w.ord <> c.ord or w.readings_due <> c.readings_due
  ), gone as (
    delete from unit_queue using moved
    where unit_queue.block_id = moved.old_block and unit_queue.ord = moved.old_ord
      and unit_queue.unit_id = moved.id and unit_queue.queue = any (array[
        case when elsewhere or moved.old_slot is distinct from moved.slot then moved.old_slot end,
        case when elsewhere or moved.old_wait is distinct from moved.wait then moved.old_wait end])
  ), entered as (
    insert into unit_queue
    select block_id, slot, ord, id from moved
    where slot is not null and (elsewhere or old_slot is distinct from slot)
    union all
    select block_id, wait, ord, id from moved
    where wait is not null and (elsewhere or old_wait is distinct from wait)
  )
  ${pgTally(`select block_id, state, 1 as by, due from moved
    union all select old_block, old_state, -1, -old_due from moved`)}`

const POSTGRES = [
  `create or replace function place_units() returns trigger language plpgsql as $$
   begin
     if tg_op = 'INSERT' then
       insert into unit_queue ${standing('came')};
       ${pgTally(counted('came', ''))}
     elsif tg_op = 'DELETE' then
       delete from unit_queue using (${standing('went')}) as gone
       where unit_queue.block_id = gone.block_id and unit_queue.queue = gone.queue
         and unit_queue.ord = gone.ord and unit_queue.unit_id = gone.unit_id;
       ${pgTally(counted('went', '-'))}
     else ${pgMove}
     end if;
     return null;
   end $$`,
]
