import { type Db, lockRows } from '@hengjuan/db'

/** A unit, locked until the transaction ends. */
export const findUnitForUpdate = (db: Db, unitId: number) =>
  lockRows(db, db.selectFrom('unit').selectAll().where('id', '=', unitId)).executeTakeFirst()

/**
 * The readings of a unit in the order in which they began. Claims that ended without a score are left out,
 * and what markers gave the unit as a seed: that is no reading of it.
 */
export const selectUnitReadings = (db: Db, unitIds: readonly number[]) =>
  db
    .selectFrom('reading')
    .selectAll()
    .where('unit_id', 'in', unitIds)
    .where('state', '<>', 'released')
    .where('role', '<>', 'SEED')
    .orderBy('id')
    .execute()

export const findReading = (db: Db, readingId: number) =>
  db.selectFrom('reading').selectAll().where('id', '=', readingId).executeTakeFirst()

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
