import { countRows, type Db } from '@hengjuan/db'
import { hasUnitFlag, IS_IN_HAND, readingsInHand } from '../../marking-core/index.ts'

/** Who has papers of which block in hand now. */
export const selectAtWork = (db: Db, now: string) => atWork(db, now).execute()

/** Found by what is in somebody's hands, which is little beside what was handed in. */
export const atWork = (db: Db, now: string) =>
  db
    .selectFrom(readingsInHand(db))
    .innerJoin('block', 'block.id', 'reading.block_id')
    .where(IS_IN_HAND)
    .where('reading.state', '=', 'claimed')
    .where('reading.role', '<>', 'ARB')
    .where('reading.lease_until', '>', now)
    .where('block.status', '=', 'open')
    .select(['reading.block_id', 'reading.marker_id'])
    .distinct()
    .orderBy('reading.block_id')
    .orderBy('reading.marker_id')

/** Papers that a marker handed in and whose sheets count, the latest first, and how they stand. */
export const selectOwnSubmitted = (db: Db, blockId: number, markerId: number, limit: number) =>
  db
    .selectFrom('reading')
    .innerJoin('unit', 'unit.id', 'reading.unit_id')
    .where('reading.block_id', '=', blockId)
    .where('reading.marker_id', '=', markerId)
    .where('reading.state', '=', 'submitted')
    .where('reading.role', 'in', ['R1', 'R2', 'R3'])
    .where((eb) => eb.not(hasUnitFlag('sheet_gone')))
    .select(['reading.id', 'reading.unit_id', 'reading.submitted_at', 'unit.state'])
    .orderBy('reading.submitted_at', 'desc')
    .orderBy('reading.id', 'desc')
    .limit(limit)
    .execute()

/** Papers of their own that a marker was served again, marked or not. */
export const selectSelfServed = (db: Db, blockId: number, markerId: number) =>
  db
    .selectFrom('reading')
    .where('block_id', '=', blockId)
    .where('marker_id', '=', markerId)
    .where('role', '=', 'SELF')
    .select(['unit_id', 'state'])
    .execute()

export async function countOwnSubmitted(db: Db, blockId: number, markerId: number) {
  return countRows(
    db
      .selectFrom('reading')
      .where('block_id', '=', blockId)
      .where('marker_id', '=', markerId)
      .where('state', '=', 'submitted')
      .where('role', 'in', ['R1', 'R2', 'R3']),
  )
}

/** How many readings of their own everybody of a block handed in, by marker. */
export async function countSubmitted(db: Db, blockId: number): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('reading_tally')
    .where('block_id', '=', blockId)
    .where('state', '=', 'submitted')
    .where('role', 'in', ['R1', 'R2', 'R3'])
    .groupBy('marker_id')
    .select(['marker_id', ({ fn }) => fn.sum('count').as('count')])
    .execute()
  return new Map(rows.map(({ marker_id, count }) => [marker_id, Number(count)]))
}

/** What a marker gave a paper the first time, as it stands now. */
export const findFirstTotal = (db: Db, unitId: number, markerId: number) =>
  db
    .selectFrom('reading')
    .where('unit_id', '=', unitId)
    .where('marker_id', '=', markerId)
    .where('state', 'in', ['submitted', 'rejected'])
    .where('role', 'in', ['R1', 'R2', 'R3'])
    .select('total_milli')
    .executeTakeFirst()

/** Own papers read twice, and how many of them within the tolerance, by marker. */
export async function selectSelfRecords(
  db: Db,
  blockId: number,
): Promise<Map<number, { num: number; den: number }>> {
  const rows = await db
    .selectFrom('self_reading')
    .where('block_id', '=', blockId)
    .select(['marker_id', 'first_milli', 'again_milli', 'tolerance_milli'])
    .execute()
  return new Map(
    [...Map.groupBy(rows, ({ marker_id }) => marker_id)].map(([id, own]) => [
      id,
      {
        num: own.filter((row) => Math.abs(row.first_milli - row.again_milli) <= row.tolerance_milli)
          .length,
        den: own.length,
      },
    ]),
  )
}
