import { type Db, isPostgres } from '@hengjuan/db'
import { sql } from 'kysely'
import type { UnitLedger } from './unit-ledger.ts'

/**
 * Ids of readings that are about to begin, one a row in their order.
 *
 * On SQLite they are those behind the last reading, so nothing else may insert readings before them.
 *
 * @param after ids up to this one are promised already
 */
export const newReadingIds = (db: Db, count: number, after: number) =>
  isPostgres(db)
    ? db
        .selectFrom(sql`generate_series(1, ${count}::integer)`.as('number'))
        .select(sql<number>`nextval('reading_id_seq')::integer`.as('id'))
    : db
        .selectFrom(sql`json_each(${JSON.stringify(Array.from({ length: count }))})`.as('number'))
        .select(
          sql<number>`max((select coalesce(max(id), 0) from reading), ${after}) + 1 + number.key`.as(
            'id',
          ),
        )

/** Lets a ledger make so many readings. */
export async function reserveReadings(db: Db, ledger: UnitLedger, count: number): Promise<void> {
  const missing = ledger.missingIds(count)
  if (missing > 0) ledger.reserve(await newReadingIds(db, missing, ledger.lastId).execute())
}

/** Takes one of them, for a reading that no event makes. */
export async function takeReadingId(db: Db, ledger: UnitLedger): Promise<number> {
  await reserveReadings(db, ledger, 1)
  return ledger.takeId()
}
