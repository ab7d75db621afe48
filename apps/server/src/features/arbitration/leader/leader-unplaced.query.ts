import type { leaderList, ReplyOf } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import type { Milli } from '@hengjuan/domain'

type Unplaced = ReplyOf<typeof leaderList>['unplaced'][number]

/** The arbitrations of a paper that somebody held and did not decide. */
const ended = (db: Db, unitId: number, userId: number) =>
  db
    .updateTable('reading')
    .where('unit_id', '=', unitId)
    .where('marker_id', '=', userId)
    .where('role', '=', 'ARB')
    .where('state', '=', 'released')

/**
 * Keeps a score that came too late on the last of these, for its arbitrator to see.
 *
 * @returns false where the paper was never in their hands
 */
export async function keepUnplacedArbitration(
  db: Db,
  unitId: number,
  userId: number,
  { scores, totalMilli }: { scores: readonly Milli[]; totalMilli: Milli },
): Promise<boolean> {
  const rows = await ended(db, unitId, userId)
    .where('id', '=', (eb) =>
      eb
        .selectFrom('reading as last')
        .where('last.unit_id', '=', unitId)
        .where('last.marker_id', '=', userId)
        .where('last.role', '=', 'ARB')
        .where('last.state', '=', 'released')
        .select(({ fn }) => fn.max('last.id').as('id')),
    )
    .set({ points: JSON.stringify(scores), total_milli: totalMilli })
    .returning('id')
    .execute()
  return rows.length > 0
}

/** The paper was decided by them after all. */
export const forgetUnplaced = (db: Db, unitId: number, userId: number) =>
  ended(db, unitId, userId)
    .where('total_milli', 'is not', null)
    .set({ points: null, total_milli: null })
    .execute()

const MOST = 20

/** Scores of an arbitrator that came too late, of papers that are not published; the latest first. */
export async function selectUnplacedArbitrations(db: Db, userId: number): Promise<Unplaced[]> {
  const rows = await db
    .selectFrom('reading')
    .innerJoin('unit', 'unit.id', 'reading.unit_id')
    .innerJoin('block', 'block.id', 'unit.block_id')
    .where('reading.marker_id', '=', userId)
    .where('reading.role', '=', 'ARB')
    .where('reading.state', '=', 'released')
    .where('reading.total_milli', 'is not', null)
    .where('unit.state', '<>', 'LOCKED')
    .select(['reading.id as reading_id', 'reading.total_milli', 'block.name as block_name'])
    .select(['unit.secret_code', 'unit.state', 'unit.final_milli'])
    .orderBy('reading.id', 'desc')
    .limit(MOST)
    .execute()
  return rows.map((row) => ({ ...row, total_milli: row.total_milli ?? 0 }))
}
