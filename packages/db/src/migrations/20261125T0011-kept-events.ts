import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** Of a paper that nobody ever had, the log may go with the paper. */
const WAS_READ = `exists (select 1 from reading where reading.unit_id = old.unit_id)`

const REFUSAL = 'mark events are never changed'

const POSTGRES = [
  `create function refuse_event_change() returns trigger language plpgsql as $$
   begin
     if tg_op = 'DELETE' and not ${WAS_READ} then return old; end if;
     raise exception '${REFUSAL}';
   end $$`,
  `create trigger mark_event_kept before update or delete on mark_event
   for each row execute function refuse_event_change()`,
]

const SQLITE = [
  `create trigger mark_event_kept before update on mark_event
   begin select raise(abort, '${REFUSAL}'); end`,
  `create trigger mark_event_not_deleted before delete on mark_event when ${WAS_READ}
   begin select raise(abort, '${REFUSAL}'); end`,
]

/** The log of marking is append-only: the database itself refuses to change what was written. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const triggers = db.getExecutor().adapter instanceof PostgresAdapter ? POSTGRES : SQLITE
  for (const statement of triggers) await sql.raw(statement).execute(db)
}
