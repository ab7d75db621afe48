import { type Kysely, PostgresAdapter, sql } from 'kysely'

/**
 * Taking a paper enters its reading into fewer indexes, and PostgreSQL checks the papers of a round's readings
 * at once.
 *
 * Leases that ended are found among what is in somebody's hands, which is little: an index of their times
 * changed with every paper and every heartbeat. A reading has a key only once it was handed in.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const index of ['reading_lease_idx', 'reading_held_idx'])
    await db.schema.dropIndex(index).execute()
  if (db.getExecutor().adapter instanceof PostgresAdapter)
    for (const statement of POSTGRES) await sql.raw(statement).execute(db)
}

/**
 * The same as the foreign key that it replaces, once a statement: a statement and a lock of its own for every
 * reading was a quarter of what writing a mark cost. Whoever writes a reading has its paper locked.
 *
 * Scalar lookups: of rows whose number it does not know, a plan would read all papers.
 */
const POSTGRES = [
  // SQLite cannot part with a constraint of a table without writing the table anew.
  `alter table reading drop constraint reading_idem_key_key`,
  `create unique index reading_idem_key_key on reading (idem_key) where idem_key is not null`,
  `alter table reading drop constraint reading_unit_id_fkey`,
  `create function reading_has_unit() returns trigger language plpgsql as $$
   begin
     if exists (
       select 1 from came where (select 1 from unit where unit.id = came.unit_id) is null
     ) then
       raise foreign_key_violation using message = 'a reading of a paper that does not exist';
     end if;
     return null;
   end $$`,
  `create function unit_has_no_reading() returns trigger language plpgsql as $$
   begin
     if exists (
       select 1 from went
       where (select 1 from reading where reading.unit_id = went.id limit 1) is not null
     ) then
       raise foreign_key_violation using message = 'a paper that has readings stays';
     end if;
     return null;
   end $$`,
  `create trigger reading_has_unit after insert on reading
   referencing new table as came for each statement execute function reading_has_unit()`,
  `create trigger unit_has_no_reading after delete on unit
   referencing old table as went for each statement execute function unit_has_no_reading()`,
]
