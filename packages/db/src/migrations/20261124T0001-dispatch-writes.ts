import { type Kysely, PostgresAdapter } from 'kysely'

/** Written with every paper, about a unit whose row the same transaction has locked and changed. */
const CHECKED_BY_THE_UNIT = [
  ['mark_event', 'mark_event_unit_id_fkey'],
  ['mark_event', 'mark_event_exam_id_fkey'],
  ['reading', 'reading_block_id_fkey'],
  ['reading', 'reading_marker_id_fkey'],
] as const

/**
 * PostgreSQL checks a foreign key with a statement and a lock of its own for every row: for the log and the
 * readings that was a third of all it did for a mark, and every mark wrote to the row of its exam. A unit
 * cannot be without its exam and its block, so what names a unit needs no key of its own to them. On SQLite
 * a check is a look into an index, and the keys stay: what breaks one is refused there.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return
  for (const [table, name] of CHECKED_BY_THE_UNIT)
    await db.schema.alterTable(table).dropConstraint(name).execute()
}
