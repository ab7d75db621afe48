import { type Db, rowsOf } from '@hengjuan/db'
import { sql } from 'kysely'
import { PAIR, type Pair, selectTallies } from './block-marker.query.ts'
import type { ReadingRow } from './unit-facts.ts'

/** How many claims and seeds markers hold, those of arbitration left out. */
export async function selectInHand(
  db: Db,
  pairs: readonly Pair[],
): Promise<(blockId: number, markerId: number) => { claimed: number; held: number }> {
  const tallies = await selectTallies(db, pairs, ['claimed', 'held'])
  return (blockId, markerId) => {
    const own = tallies(blockId, markerId).filter(({ role }) => role !== 'ARB')
    const count = (state: string) =>
      own.reduce((sum, row) => sum + (row.state === state ? row.count : 0), 0)
    return { claimed: count('claimed'), held: count('held') }
  }
}

/** Papers in a marker's hands: sent back to them first, then claims and seeds in the order of claiming. */
export const selectHeld = (db: Db, blockId: number, markerId: number) =>
  selectHeldOf(db, [{ block_id: blockId, marker_id: markerId }])

/** The same of several markers. */
export async function selectHeldOf(db: Db, pairs: readonly Pair[]): Promise<ReadingRow[]> {
  if (pairs.length === 0) return []
  const rows = await db
    .selectFrom(rowsOf(db, pairs, PAIR))
    .innerJoin('reading', (join) =>
      join
        .onRef('reading.block_id', '=', 'v.block_id')
        .onRef('reading.marker_id', '=', 'v.marker_id'),
    )
    .innerJoin('unit', 'unit.id', 'reading.unit_id')
    .selectAll('reading')
    // Written out: SQLite plans a statement anew each time whose values it compares with an index of some rows.
    .where(sql<boolean>`reading.role <> 'ARB' and reading.state in ('claimed', 'held', 'rejected')`)
    // Not an `or`: PostgreSQL would take the index of all claims for half of it, whoever's they are.
    .where(
      sql<number>`case when reading.state <> 'rejected' or unit.state = 'REJECTED' then 1 else 0 end`,
      '=',
      1,
    )
    .execute()
  // A seed stands where it was served, or its place would tell what it is.
  return rows.toSorted(
    (a, b) => Number(b.state === 'rejected') - Number(a.state === 'rejected') || a.id - b.id,
  )
}
