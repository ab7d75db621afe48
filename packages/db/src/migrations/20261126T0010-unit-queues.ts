import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** States in which a paper waits for somebody other than its markers; few are in one, all day long. */
const WAITING = `('WAIT_IMAGE', 'THIRD', 'ARBITRATION', 'BLANK_REVIEW', 'PROBLEM', 'REJECTED')`

/** Where a paper stands for markers: with a free first or second slot, or a free third one. */
const slotOf = (row: string): string =>
  `case when ${row}.free_role = 'R3' then 'third' when ${row}.free_role is not null then 'base' end`
const waitOf = (row: string): string => `case when ${row}.state in ${WAITING} then ${row}.state end`
/** A paper that was never cut is no work yet. */
const countedAs = (row: string): string =>
  `case when ${row}.state = 'WAIT_IMAGE' and ${row}.images = '[]' then 'NO_IMAGE' else ${row}.state end`

/**
 * Where papers stand, and how many are in each state, in narrow tables of their own that the database keeps.
 *
 * The indexes that told so before changed with every mark, at a place of their own for every paper: each
 * cost as much as the row itself, on both databases, and PostgreSQL had to enter the new version of the row
 * in all the other indexes as well.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('unit_queue')
    .addColumn('block_id', 'integer', (column) => column.notNull())
    .addColumn('queue', 'text', (column) => column.notNull())
    .addColumn('ord', 'bigint', (column) => column.notNull())
    .addColumn('unit_id', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('unit_queue_pkey', ['block_id', 'queue', 'ord', 'unit_id'])
    .$call((table) => (isPostgres(db) ? table : table.modifyEnd(sql`without rowid`)))
    .execute()
  await db.schema
    .createTable('unit_tally')
    .addColumn('block_id', 'integer', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    // Transactions side by side count in rows of their own instead of waiting for each other.
    .addColumn('shard', 'integer', (column) => column.notNull())
    .addColumn('count', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('unit_tally_pkey', ['block_id', 'state', 'shard'])
    .execute()
  for (const queue of [slotOf, waitOf])
    await sql
      .raw(
        `insert into unit_queue select block_id, ${queue('unit')}, ord, id from unit
         where ${queue('unit')} is not null`,
      )
      .execute(db)
  await sql
    .raw(
      `insert into unit_tally select block_id, ${countedAs('unit')}, 0, count(*) from unit group by 1, 2`,
    )
    .execute(db)
  for (const index of ['unit_block_id_state_ord_idx', 'unit_pool_idx', 'unit_third_idx'])
    await db.schema.dropIndex(index).execute()
  await db.schema
    .createIndex('unit_block_id_ord_idx')
    .on('unit')
    .columns(['block_id', 'ord'])
    .execute()
  for (const statement of isPostgres(db) ? POSTGRES : SQLITE) await sql.raw(statement).execute(db)
}

const isPostgres = (db: Kysely<unknown>): boolean =>
  db.getExecutor().adapter instanceof PostgresAdapter

const leave = `delete from unit_queue
  where block_id = old.block_id and queue in (coalesce(${slotOf('old')}, ''), coalesce(${waitOf('old')}, ''))
    and ord = old.ord and unit_id = old.id;`
const enter = [slotOf, waitOf]
  .map(
    (queue) => `insert into unit_queue select new.block_id, ${queue('new')}, new.ord, new.id
      where ${queue('new')} is not null;`,
  )
  .join(' ')
const add = (row: 'old' | 'new', by: 1 | -1): string =>
  `insert into unit_tally values (${row}.block_id, ${countedAs(row)}, 0, ${by})
   on conflict do update set count = count + ${by};`

const SQLITE = [
  `create trigger unit_insert after insert on unit begin ${enter} ${add('new', 1)} end`,
  `create trigger unit_delete after delete on unit begin ${leave} ${add('old', -1)} end`,
  `create trigger unit_moved after update of free_role, state, ord, block_id on unit
   when ${slotOf('old')} is not ${slotOf('new')} or ${waitOf('old')} is not ${waitOf('new')}
     or old.ord <> new.ord or old.block_id <> new.block_id
   begin ${leave} ${enter} end`,
  `create trigger unit_changed after update of state, images, block_id on unit
   when ${countedAs('old')} <> ${countedAs('new')} or old.block_id <> new.block_id
   begin ${add('old', -1)} ${add('new', 1)} end`,
]

const standing = (
  rows: string,
): string => `select one.block_id, place.queue, one.ord, one.id as unit_id
  from ${rows} as one
  cross join lateral (values (${slotOf('one')}), (${waitOf('one')})) as place (queue)
  where place.queue is not null`
const counted = (rows: string, by: 1 | -1): string =>
  `select one.block_id, ${countedAs('one')} as state, ${by} as by from ${rows} as one`

/** Always in the same order: two transactions wait for each other at most in one direction. */
const pgTally = (changed: string): string => `
  insert into unit_tally
  select block_id, state, pg_backend_pid() % 32, sum(by) from (${changed}) as changed
  group by 1, 2, 3 having sum(by) <> 0 order by 1, 2, 3
  on conflict (block_id, state, shard) do update set count = unit_tally.count + excluded.count;`

/** Both versions of the papers that moved, each in its places; one statement costs less than three. */
const pgMove = `
  with moved as materialized (
    select w.id, w.block_id as old_block, w.ord as old_ord, c.block_id, c.ord,
      ${slotOf('w')} as old_slot, ${slotOf('c')} as slot, ${waitOf('w')} as old_wait, ${waitOf('c')} as wait,
      ${countedAs('w')} as old_state, ${countedAs('c')} as state,
      w.block_id <> c.block_id or w.ord <> c.ord as elsewhere
    from went as w inner join came as c on c.id = w.id
    where w.free_role is distinct from c.free_role or w.state <> c.state or w.images <> c.images
      or w.block_id <> c.block_id or w.ord <> c.ord
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
  ${pgTally(`select block_id, state, 1 as by from moved
    union all select old_block, old_state, -1 from moved`)}`

const POSTGRES = [
  `create function place_units() returns trigger language plpgsql as $$
   begin
     if tg_op = 'INSERT' then
       insert into unit_queue ${standing('came')};
       ${pgTally(counted('came', 1))}
     elsif tg_op = 'DELETE' then
       delete from unit_queue using (${standing('went')}) as gone
       where unit_queue.block_id = gone.block_id and unit_queue.queue = gone.queue
         and unit_queue.ord = gone.ord and unit_queue.unit_id = gone.unit_id;
       ${pgTally(counted('went', -1))}
     else ${pgMove}
     end if;
     return null;
   end $$`,
  `create trigger unit_insert after insert on unit
   referencing new table as came for each statement execute function place_units()`,
  `create trigger unit_delete after delete on unit
   referencing old table as went for each statement execute function place_units()`,
  `create trigger unit_moved after update on unit
   referencing new table as came old table as went for each statement execute function place_units()`,
  // A paper's row changes with every mark: room for its next version on the same page.
  `alter table unit set (fillfactor = 75)`,
  `alter table unit_tally set (fillfactor = 50)`,
  ...['unit_queue', 'unit_tally'].map(
    (table) =>
      `alter table ${table} set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0)`,
  ),
]
