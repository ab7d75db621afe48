import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** What of a reading is counted: released and superseded ones are no work of anybody. */
const COUNTED = `('claimed', 'submitted', 'rejected', 'held', 'given')`

/**
 * Counts that taking a paper asks for, kept by the database itself: each marker's readings by role, state
 * and score. Counting them again at every paper takes longer the more there are.
 *
 * And an index by which the units of some candidates are found without reading a whole subject.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('unit_subject_candidate_idx')
    .on('unit')
    .columns(['exam_id', 'subject_id', 'candidate_id'])
    .execute()
  await db.schema.dropIndex('unit_exam_id_subject_id_idx').execute()
  await db.schema
    .createTable('reading_tally')
    .addColumn('block_id', 'integer', (column) => column.notNull())
    .addColumn('marker_id', 'integer', (column) => column.notNull())
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    // -1 where there is no score: a key has no gaps.
    .addColumn('total_milli', 'bigint', (column) => column.notNull())
    .addColumn('count', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('reading_tally_pkey', [
      'block_id',
      'marker_id',
      'role',
      'state',
      'total_milli',
    ])
    .execute()
  await sql
    .raw(
      `insert into reading_tally
       select block_id, marker_id, role, state, coalesce(total_milli, -1), count(*)
       from reading where state in ${COUNTED} group by 1, 2, 3, 4, 5`,
    )
    .execute(db)
  const triggers = db.getExecutor().adapter instanceof PostgresAdapter ? POSTGRES : SQLITE
  for (const statement of triggers) await sql.raw(statement).execute(db)
}

/** Row by row: everything happens inside the one writer. */
const add = (row: 'new' | 'old', by: 1 | -1): string => `
  insert into reading_tally
  select ${row}.block_id, ${row}.marker_id, ${row}.role, ${row}.state, coalesce(${row}.total_milli, -1), ${by}
  where ${row}.state in ${COUNTED}
  on conflict do update set count = count + ${by};`

const SQLITE = [
  `create trigger reading_tally_insert after insert on reading begin ${add('new', 1)} end`,
  `create trigger reading_tally_delete after delete on reading begin ${add('old', -1)} end`,
  `create trigger reading_tally_update
   after update of block_id, marker_id, role, state, total_milli on reading
   when old.state <> new.state or old.role <> new.role or old.total_milli is not new.total_milli
     or old.marker_id <> new.marker_id or old.block_id <> new.block_id
   begin ${add('old', -1)} ${add('new', 1)} end`,
]

/** By statement: a round of many papers changes each count once, and always in the same order. */
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
  `create function count_readings() returns trigger language plpgsql as $$
   begin
     if tg_op = 'INSERT' then ${tally(CAME)}
     elsif tg_op = 'DELETE' then ${tally(WENT)}
     else ${tally(`${CAME} union all ${WENT}`)}
     end if;
     return null;
   end $$`,
  `create trigger reading_tally_insert after insert on reading
   referencing new table as came for each statement execute function count_readings()`,
  `create trigger reading_tally_delete after delete on reading
   referencing old table as went for each statement execute function count_readings()`,
  `create trigger reading_tally_update after update on reading
   referencing new table as came old table as went for each statement execute function count_readings()`,
  // A count changes with every paper: room for its next version on the same page.
  `alter table reading_tally set (fillfactor = 50)`,
  // Papers leave the pool all day: what they leave behind in its index is cleared away soon, not after a
  // fifth of the table.
  ...['unit', 'reading', 'reading_tally'].map(
    (table) =>
      `alter table ${table} set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0)`,
  ),
]
