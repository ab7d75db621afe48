import { type Db, isPostgres, rowsOf, whereGiven } from '@hengjuan/db'
import { sql } from 'kysely'
import { MAY_BE_IN_HAND, PAIR, type Pair, readingsInHand } from '../block/block-marker.query.ts'
import { MANY, talliesFrom, type TallyRow } from '../block/marker-work.query.ts'
import type { ReadingRow } from '../engine/unit-facts.ts'

/**
 * How many papers markers hold, those of arbitration left out: claims, and those that measure them, of which
 * `seeds` are seeds and the others own papers again.
 */
export type InHand = (
  blockId: number,
  markerId: number,
) => { claimed: number; held: number; seeds: number }

/**
 * Papers in hand as counts: `claimed`, `held`, and `taken_back` for those that their marker took back, whether
 * readings of their unit or not. `sent_back` are those that can be marked again now; with what was judged they are
 * counted as well, and with them those whose paper waits for somebody else or left marking.
 */
export const heldTallies = (
  rows: readonly (Pick<ReadingRow, 'block_id' | 'marker_id' | 'role' | 'state'> &
    Partial<Pick<ReadingRow, 'taken_back'>>)[],
): TallyRow[] =>
  rows.flatMap(({ block_id, marker_id, role, state, taken_back = 0 }) => {
    const counted = taken_back === 1 ? 'taken_back' : state === 'rejected' ? 'sent_back' : state
    return COUNTED.includes(counted)
      ? [{ block_id, marker_id, role, state: counted, total_milli: -1, count: 1 }]
      : []
  })

const COUNTED = ['claimed', 'held', 'sent_back', 'taken_back']

/** What markers took back and have not marked again. */
export const takenBackOf = (db: Db, blockId: number, markerId?: number) =>
  db
    .selectFrom('reading')
    // Written out as its index says it.
    .where(sql<boolean>`taken_back = 1`)
    .where('block_id', '=', blockId)
    .where((eb) => whereGiven(eb, { marker_id: markerId }))
    .where('state', 'in', ['rejected', 'taken_back'])
    .select(['block_id', 'marker_id', 'role', 'state', 'taken_back'])

/** @param rows at least those in hand */
export function inHandFrom(rows: Parameters<typeof heldTallies>[0]): InHand {
  const tallies = talliesFrom(heldTallies(rows))
  return (blockId, markerId) => {
    const own = tallies(blockId, markerId).filter(({ role }) => role !== 'ARB')
    const count = (counted: typeof own) => counted.reduce((sum, row) => sum + row.count, 0)
    const held = own.filter(({ state }) => state === 'held')
    return {
      claimed: count(own.filter(({ state }) => state === 'claimed')),
      held: count(held),
      seeds: count(held.filter(({ role }) => role === 'SEED')),
    }
  }
}

/** Papers in a marker's hands: third readings, then what was sent back or taken back, then claims and seeds as claimed. */
export const selectHeld = (db: Db, blockId: number, markerId: number) =>
  selectHeldOf(db, [{ block_id: blockId, marker_id: markerId }])

/** The same of several markers. */
export const selectHeldOf = async (db: Db, pairs: readonly Pair[]): Promise<ReadingRow[]> =>
  pairs.length === 0 ? [] : inServedOrder(await heldOf(db, pairs).execute())

/**
 * Third readings come first, what was sent back next. A seed stands where it was served, or its place would
 * tell what it is; only a second one stands among papers that were given out before, to come soon enough.
 *
 * @source domain rules 4.6, 7.3
 */
export const inServedOrder = (rows: readonly ReadingRow[]): ReadingRow[] =>
  rows.toSorted((a, b) => urgencyOf(a) - urgencyOf(b) || standsAt(a) - standsAt(b) || a.id - b.id)

const standsAt = ({ stands_behind, id }: ReadingRow): number => stands_behind ?? id

/** Is it one of those that come before what was given out in order? */
export const isUrgent = (reading: ReadingRow): boolean => urgencyOf(reading) < ORDINARY

const ORDINARY = 2
const urgencyOf = ({ role, state }: ReadingRow): number =>
  role === 'R3' && state === 'claimed'
    ? 0
    : state === 'rejected' || state === 'taken_back'
      ? 1
      : ORDINARY

/** The readings themselves, in any order. */
export const heldOf = (db: Db, pairs: readonly Pair[]) =>
  (isPostgres(db) ? heldByLookup : heldByJoin)(db, pairs)

const heldByJoin = (db: Db, pairs: readonly Pair[]) =>
  db
    .selectFrom(rowsOf(db, pairs, PAIR))
    .innerJoin(readingsInHand(db), (join) =>
      join
        .onRef('reading.block_id', '=', 'v.block_id')
        .onRef('reading.marker_id', '=', 'v.marker_id'),
    )
    .where(MAY_BE_IN_HAND)
    .where(IS_HELD)
    .selectAll('reading')

/** With a limit, PostgreSQL looks each marker up instead of reading what is in all hands. */
const heldByLookup = (db: Db, pairs: readonly Pair[]) =>
  db
    .selectFrom(rowsOf(db, pairs, PAIR))
    .innerJoinLateral(
      (inner) =>
        inner
          .selectFrom('reading')
          .selectAll()
          .whereRef('reading.block_id', '=', 'v.block_id')
          .whereRef('reading.marker_id', '=', 'v.marker_id')
          .where(MAY_BE_IN_HAND)
          .where(IS_HELD)
          .limit(MANY)
          .as('reading'),
      (join) => join.onTrue(),
    )
    .selectAll('reading')

/**
 * Written out: SQLite plans a statement anew each time whose values it compares with an index of some rows. And no
 * join: few were sent back, and only of those the paper is looked up.
 */
const IS_HELD = sql<boolean>`reading.role <> 'ARB' and case when reading.state <> 'rejected' then 1
  when (select unit.state from unit where unit.id = reading.unit_id) = 'REJECTED' then 1
  else 0 end = 1`
