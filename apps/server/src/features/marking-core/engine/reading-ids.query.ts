import { type Db, isPostgres } from '@hengjuan/db'
import { sql } from 'kysely'
import type { UnitOfWork } from './unit-of-work.ts'

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

/** Lets events make so many readings. */
export async function reserveReadings(db: Db, work: UnitOfWork, count: number): Promise<void> {
  const missing = work.missingIds(count)
  if (missing > 0) work.reserve(await newReadingIds(db, missing, work.lastId).execute())
}

/** Takes one of them, for a reading that no event makes. */
export async function takeReadingId(db: Db, work: UnitOfWork): Promise<number> {
  await reserveReadings(db, work, 1)
  return work.takeId()
}
