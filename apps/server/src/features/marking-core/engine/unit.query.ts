import { type Db, isOneOf, lockRows, whereGiven } from '@hengjuan/db'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { IS_IN_HAND, readingsInHand } from '../block/block-marker.query.ts'
import type { UnitRow } from './unit-facts.ts'

/** A unit, locked until the transaction ends. */
export const findUnitForUpdate = (db: Db, unitId: number) =>
  lockRows(db, db.selectFrom('unit').selectAll().where('id', '=', unitId)).executeTakeFirst()

/** A unit that exists, as it is now. */
export const findUnit = (db: Db, unitId: number): Promise<UnitRow> =>
  db.selectFrom('unit').selectAll().where('id', '=', unitId).executeTakeFirstOrThrow()

/**
 * Several, each with the number of blank checks that it is part of; locked in one order everywhere, so that
 * two transactions wait instead of blocking each other.
 */
export const selectUnitsForUpdate = (db: Db, unitIds: readonly number[]) =>
  unitsForUpdate(db, isOneOf(db, 'id', unitIds))

/** The same of the papers that readings are of; of those that measure their marker, none. */
export const selectPapersForUpdate = (db: Db, readingIds: readonly number[]) =>
  unitsForUpdate(
    db,
    sql`id in (select unit_id from reading
      where ${isOneOf(db, 'reading.id', readingIds)} and role not in ('SEED', 'SELF'))`,
  )

const unitsForUpdate = (db: Db, isMeant: RawBuilder<SqlBool>) =>
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
      .where(isMeant)
      .orderBy('id'),
  ).execute()

/**
 * The readings of a unit in the order in which they began. Claims that ended without a score are left out,
 * and what markers gave the unit as a seed or a second time: that is no reading of it.
 */
export const selectUnitReadings = (db: Db, unitIds: readonly number[]) =>
  unitReadings(db, unitIds).execute()

export const unitReadings = (db: Db, unitIds: readonly number[]) =>
  db
    .selectFrom('reading')
    .selectAll()
    .where(isOneOf(db, 'unit_id', unitIds))
    .where(IS_OF_UNIT)
    .orderBy('id')

/** Readings of their units that still are some. */
const IS_OF_UNIT = sql<boolean>`reading.state <> 'released' and reading.role not in ('SEED', 'SELF')`

export const findReading = (db: Db, readingId: number) =>
  db.selectFrom('reading').selectAll().where('id', '=', readingId).executeTakeFirst()

/** Readings by their ids, and by the keys under which they were given. */
export const readingsBy = (db: Db, by: { ids: readonly number[]; keys: readonly string[] }) =>
  db
    .selectFrom('reading')
    .selectAll()
    .where(isOneOf(db, 'id', by.ids))
    .unionAll(
      db
        .selectFrom('reading')
        .selectAll()
        .where(isOneOf(db, 'idem_key', by.keys)),
    )

export const findReadingByKey = (db: Db, idemKey: string) =>
  db.selectFrom('reading').selectAll().where('idem_key', '=', idemKey).executeTakeFirst()

const liveReadings = (db: Db, unitId: number, markerId: number) =>
  db
    .selectFrom('reading')
    .selectAll()
    .where('unit_id', '=', unitId)
    .where('marker_id', '=', markerId)
    .where('state', 'in', ['claimed', 'submitted', 'rejected'])

/** The reading of a person on a unit that counts now; who arbitrates a paper may have read it as well. */
export const findLiveReading = (db: Db, unitId: number, markerId: number) =>
  liveReadings(db, unitId, markerId).where('role', '<>', 'ARB').executeTakeFirst()

/** The arbitration of a unit that a person holds or gave. */
export const findArbitration = (db: Db, unitId: number, markerId: number) =>
  liveReadings(db, unitId, markerId).where('role', '=', 'ARB').executeTakeFirst()

/** Ids of open claims of a block, of one marker when named; with `ofMarkers` without arbitrations. */
export async function selectClaimIds(
  db: Db,
  filter: { blockId: number; markerId?: number | undefined; ofMarkers?: boolean },
): Promise<{ id: number; unit_id: number }[]> {
  return db
    .selectFrom(readingsInHand(db))
    .select(['id', 'unit_id'])
    .where(IS_IN_HAND)
    .where('block_id', '=', filter.blockId)
    .where('state', '=', 'claimed')
    .where((eb) => whereGiven(eb, { marker_id: filter.markerId }))
    .$if(filter.ofMarkers === true, (query) => query.where('role', '<>', 'ARB'))
    .orderBy('id')
    .execute()
}

/** Claims whose time ran out before `before`, oldest first. */
export const selectExpiredClaims = (db: Db, before: string, limit: number) =>
  db
    .selectFrom(readingsInHand(db))
    .select(['id', 'unit_id'])
    .where(IS_IN_HAND)
    .where('state', '=', 'claimed')
    .where('lease_until', '<', before)
    .orderBy('lease_until')
    .limit(limit)
    .execute()
