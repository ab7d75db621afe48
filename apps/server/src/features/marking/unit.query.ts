import { type Db, isOneOf, lockRows } from '@hengjuan/db'
import { sql } from 'kysely'
import type { ReadingRow } from './unit-facts.ts'

/** A unit, locked until the transaction ends. */
export const findUnitForUpdate = (db: Db, unitId: number) =>
  lockRows(db, db.selectFrom('unit').selectAll().where('id', '=', unitId)).executeTakeFirst()

/**
 * Several, each with the number of blank checks that it is part of; locked in one order everywhere, so that
 * two transactions wait instead of blocking each other.
 */
export const selectUnitsForUpdate = (db: Db, unitIds: readonly number[]) =>
  lockRows(
    db,
    db
      .selectFrom('unit')
      .selectAll()
      .select(({ selectFrom }) =>
        selectFrom('blank_batch_unit')
          .whereRef('blank_batch_unit.unit_id', '=', 'unit.id')
          .where('is_check', '=', 1)
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .as('checks'),
      )
      .where(isOneOf(db, 'id', unitIds))
      .orderBy('id'),
  ).execute()

/**
 * The readings of a unit in the order in which they began. Claims that ended without a score are left out,
 * and what markers gave the unit as a seed or a second time: that is no reading of it.
 */
export const selectUnitReadings = (db: Db, unitIds: readonly number[]) =>
  db
    .selectFrom('reading')
    .selectAll()
    .where(isOneOf(db, 'unit_id', unitIds))
    .where(sql<boolean>`state <> 'released' and role not in ('SEED', 'SELF')`)
    .orderBy('id')
    .execute()

export const findReading = (db: Db, readingId: number) =>
  db.selectFrom('reading').selectAll().where('id', '=', readingId).executeTakeFirst()

/** Readings by id and by the key of their submit. */
export async function selectReadingsOf(
  db: Db,
  { ids, keys }: { ids: readonly number[]; keys: readonly string[] },
): Promise<{ byId: Map<number, ReadingRow>; byKey: Map<string, ReadingRow> }> {
  if (ids.length === 0) return { byId: new Map(), byKey: new Map() }
  const rows = await db
    .selectFrom('reading')
    .selectAll()
    .where(isOneOf(db, 'id', ids))
    .unionAll(
      db
        .selectFrom('reading')
        .selectAll()
        .where(isOneOf(db, 'idem_key', keys)),
    )
    .execute()
  return {
    byId: new Map(rows.map((row) => [row.id, row])),
    byKey: new Map(rows.flatMap((row) => (row.idem_key ? [[row.idem_key, row] as const] : []))),
  }
}

export const findReadingByKey = (db: Db, idemKey: string) =>
  db.selectFrom('reading').selectAll().where('idem_key', '=', idemKey).executeTakeFirst()

/** The reading of a person on a unit that counts now. */
export const findLiveReading = (db: Db, unitId: number, markerId: number) =>
  db
    .selectFrom('reading')
    .selectAll()
    .where('unit_id', '=', unitId)
    .where('marker_id', '=', markerId)
    .where('state', 'in', ['claimed', 'submitted', 'rejected'])
    .executeTakeFirst()

/** Ids of open claims of a block, of one marker when named. */
export async function selectClaimIds(
  db: Db,
  filter: { blockId: number; markerId?: number | undefined },
): Promise<{ id: number; unit_id: number }[]> {
  return db
    .selectFrom('reading')
    .select(['id', 'unit_id'])
    .where('block_id', '=', filter.blockId)
    .where('state', '=', 'claimed')
    .$if(filter.markerId !== undefined, (query) =>
      query.where('marker_id', '=', filter.markerId ?? 0),
    )
    .orderBy('id')
    .execute()
}

/** Claims whose time ran out before `before`, oldest first. */
export const selectExpiredClaims = (db: Db, before: string, limit: number) =>
  db
    .selectFrom('reading')
    .select(['id', 'unit_id'])
    .where('state', '=', 'claimed')
    .where('lease_until', '<', before)
    .orderBy('lease_until')
    .limit(limit)
    .execute()
