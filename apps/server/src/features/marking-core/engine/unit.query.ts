import { type Db, hasAny, isOneOf, type Listed, lockRows } from '@hengjuan/db'
import { type Expression, sql, type SqlBool } from 'kysely'
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
  unitsForUpdate(db, isOneOf(db, 'id', unitIds)).execute()

/** Papers: those named, and those that readings are of. One of both lists is empty. */
export interface PaperLists {
  unitIds: Listed<number>
  readingIds: Listed<number>
}

/** The same of papers that are looked for in one of two ways. */
export const papersForUpdate = (db: Db, { unitIds, readingIds }: PaperLists) =>
  hasAny(unitIds)
    ? unitsForUpdate(db, isOneOf(db, 'id', unitIds))
    : hasAny(readingIds)
      ? unitsForUpdate(
          db,
          sql<boolean>`id in (select unit_id from reading where ${isOneOf(db, 'reading.id', readingIds)})`,
        )
      : undefined

const unitsForUpdate = (db: Db, isMeant: Expression<SqlBool>) =>
  lockRows(db, unitsWithChecks(db).selectAll().where(isMeant))

const unitsWithChecks = (db: Db) =>
  db
    .selectFrom('unit')
    .select(({ selectFrom }) =>
      selectFrom('blank_batch_unit')
        .whereRef('blank_batch_unit.unit_id', '=', 'unit.id')
        .where('is_check', '=', 1)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('checks'),
    )
    .orderBy('id')

/** The transaction that wrote a row as it is, as its column `row_version`. On PostgreSQL only. */
export const rowVersion = (table: 'unit' | 'reading') =>
  sql<string>`${sql.ref(`${table}.xmin`)}::text`.as('row_version')

/** The `row_version` of what this transaction writes. */
export const ownVersion = (db: Db) =>
  db.selectNoFrom(sql<string>`pg_current_xact_id()::xid::text`.as('row_version'))

/** Which versions of the rows of some papers stand, locked. On PostgreSQL only. */
export const paperVersionsForUpdate = (db: Db, unitIds: Listed<number>) =>
  lockRows(
    db,
    unitsWithChecks(db)
      .select(['id', rowVersion('unit')])
      .where(isOneOf(db, 'id', unitIds)),
  )

/** The same of the readings of papers, in the order in which they began. */
export const readingVersions = (db: Db, unitIds: Listed<number>) =>
  db
    .selectFrom('reading')
    .select(['id', 'unit_id', rowVersion('reading')])
    .where(isOneOf(db, 'unit_id', unitIds))
    .where(IS_OF_UNIT)
    .orderBy('id')

/**
 * The readings of a unit in the order in which they began. Claims that ended without a score are left out,
 * and what markers gave the unit as a seed or a second time: that is no reading of it.
 */
export const selectUnitReadings = (db: Db, unitIds: readonly number[]) =>
  unitReadings(db, unitIds).execute()

export const unitReadings = (db: Db, unitIds: readonly number[]) =>
  readingsWhere(db, isOneOf(db, 'unit_id', unitIds))

/** The same of papers that are looked for in one of two ways. */
export const readingsOfPapers = (db: Db, { unitIds, readingIds }: PaperLists) =>
  hasAny(unitIds)
    ? readingsWhere(db, isOneOf(db, 'unit_id', unitIds))
    : hasAny(readingIds)
      ? readingsWhere(
          db,
          sql<boolean>`unit_id in (
            select unit_id from reading as own where ${isOneOf(db, 'own.id', readingIds)})`,
        )
      : undefined

const readingsWhere = (db: Db, isMeant: Expression<SqlBool>) =>
  db.selectFrom('reading').selectAll().where(isMeant).where(IS_OF_UNIT).orderBy('id')

/** Readings of their units that still are some. */
export const IS_OF_UNIT = sql<boolean>`reading.state <> 'released' and reading.role not in ('SEED', 'SELF')`

export const findReading = (db: Db, readingId: number) =>
  db.selectFrom('reading').selectAll().where('id', '=', readingId).executeTakeFirst()

export const readingsById = (db: Db, ids: Listed<number>) =>
  db
    .selectFrom('reading')
    .selectAll()
    .where(isOneOf(db, 'id', ids))

/** Readings by the key of their submit. */
export const readingsByKey = (db: Db, keys: Listed<string>) =>
  db
    .selectFrom('reading')
    .selectAll()
    .where(isOneOf(db, 'idem_key', keys))

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
    .$if(filter.markerId !== undefined, (query) =>
      query.where('marker_id', '=', filter.markerId ?? 0),
    )
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
