import { type Kysely, PostgresAdapter, sql } from 'kysely'

/**
 * Whether markers are kept from papers of their own classes is left open until somebody says it: it depends on how
 * many mark the block, which is counted beside it. The count is part of the block's row, so that whoever keeps its
 * rules hears of a change.
 *
 * Every block had the rule before. Where no record says that a person chose it, it becomes open.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  await db.schema
    .alterTable('block')
    .addColumn('marker_count', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  for (const statement of isPostgres ? POSTGRES : SQLITE) await sql.raw(statement).execute(db)
}

/** Patches of settings name what they set; a copied scope says so in its rows. */
const WAS_CHOSEN = `exists (
  select 1 from audit where audit.object = 'block:' || block.id and (
    (audit.action = 'marking-settings' and audit."after" like '%"avoid_own_class"%')
    or (audit.action = 'marking-allocation-copy' and audit."before" like '%阅卷范围%')))`

const LEAVE_OPEN = `update block set avoid_own_class = null where avoid_own_class = 1 and not ${WAS_CHOSEN}`

const count = (blockId: string): string =>
  `update block set marker_count = (
    select count(*) from block_marker where block_id = ${blockId} and duty = 'marker'
  ) where id = ${blockId};`

const COUNT_ALL = `update block set marker_count = (
  select count(*) from block_marker where block_id = block.id and duty = 'marker')`

const POSTGRES = [
  `alter table block alter column avoid_own_class drop not null, alter column avoid_own_class drop default`,
  LEAVE_OPEN,
  COUNT_ALL,
  `create function count_markers() returns trigger language plpgsql as $$
   begin
     if tg_op <> 'INSERT' then ${count('old.block_id')} end if;
     if tg_op <> 'DELETE' then ${count('new.block_id')} end if;
     return null;
   end $$`,
  `create trigger block_marker_count after insert or delete or update of block_id, duty on block_marker
   for each row execute function count_markers()`,
]

const SQLITE = [
  // A column cannot lose its NOT NULL here.
  `alter table block add column own_class integer`,
  `update block set own_class = avoid_own_class`,
  `alter table block drop column avoid_own_class`,
  `alter table block rename column own_class to avoid_own_class`,
  LEAVE_OPEN,
  COUNT_ALL,
  ...(
    [
      ['insert', ['new']],
      ['delete', ['old']],
      ['update of block_id, duty', ['old', 'new']],
    ] as const
  ).map(
    ([
      event,
      rows,
    ]) => `create trigger block_marker_count_${event.slice(0, 6)} after ${event} on block_marker
     begin ${rows.map((row) => count(`${row}.block_id`)).join(' ')} end`,
  ),
]
