import { type Db, isPostgres, rowsOf, type Tables, whereGiven } from '@hengjuan/db'
import type { Selectable } from 'kysely'
import { IS_IN_HAND, PAIR, type Pair, readingsInHand } from './block-marker.query.ts'

export interface Work {
  /** First and second readings submitted; what targets count. */
  done: number
  thirdDone: number
  /** Claims of first and second readings. */
  claimedBase: number
  claimed: number
  /** To be marked again: sent back, or taken back. */
  rejected: number
}

export const NO_WORK: Work = { done: 0, thirdDone: 0, claimedBase: 0, claimed: 0, rejected: 0 }

/** What each person of a block has done and holds, or only the one named. */
export async function selectWork(
  db: Db,
  blockId: number,
  markerId?: number,
): Promise<Map<number, Work>> {
  const judged = await db
    .selectFrom('reading_tally')
    .where('block_id', '=', blockId)
    .where('state', 'in', ['submitted', 'rejected'])
    .where('count', '>', 0)
    .where((eb) => whereGiven(eb, { marker_id: markerId }))
    // A block has thousands of these counts, one for each score that a marker gave.
    .groupBy(['marker_id', 'role', 'state'])
    .select(['marker_id', 'role', 'state', ({ fn }) => fn.sum<number>('count').as('count')])
    .execute()
  const claims = await db
    .selectFrom(readingsInHand(db))
    .where('block_id', '=', blockId)
    .where(IS_IN_HAND)
    .where('state', '=', 'claimed')
    .where((eb) => whereGiven(eb, { marker_id: markerId }))
    .groupBy(['marker_id', 'role', 'state'])
    .select(['marker_id', 'role', 'state', ({ fn }) => fn.countAll<number>().as('count')])
    .execute()
  const work = new Map<number, Work>()
  for (const { marker_id, role, state, count } of [...judged, ...claims]) {
    const own = work.get(marker_id) ?? { ...NO_WORK }
    const isBase = role === 'R1' || role === 'R2'
    if (state === 'claimed' && role !== 'ARB') {
      own.claimed += count
      if (isBase) own.claimedBase += count
    }
    if (state !== 'claimed' && isBase) own.done += count
    if (state === 'submitted' && role === 'R3') own.thirdDone += count
    if (state === 'rejected') own.rejected += count
    work.set(marker_id, own)
  }
  return work
}

/** How many readings of one kind a marker has, and with what score. */
export type OwnTally = Pick<Selectable<Tables['reading_tally']>, 'role' | 'state' | 'count'> & {
  total_milli: number | null
}

/** How many readings of each kind a marker has in a block. */
export type TalliesOf = (blockId: number, markerId: number) => OwnTally[]

/** What several markers have judged, counted. */
export const talliesOf = (db: Db, pairs: readonly Pair[]) =>
  (isPostgres(db) ? talliesByLookup : talliesByJoin)(db, pairs)

export type TallyRow = Selectable<Tables['reading_tally']>

export function talliesFrom(rows: readonly TallyRow[]): TalliesOf {
  const known = new Map<string, OwnTally[]>()
  for (const { block_id, marker_id, role, state, total_milli, count } of rows) {
    const key = `${block_id} ${marker_id}`
    const own = known.get(key) ?? []
    known.set(key, own)
    own.push({ role, state, total_milli: total_milli < 0 ? null : total_milli, count })
  }
  return (blockId, markerId) => known.get(`${blockId} ${markerId}`) ?? []
}

const talliesByJoin = (db: Db, pairs: readonly Pair[]) =>
  db
    .selectFrom(rowsOf(db, pairs, PAIR))
    .innerJoin('reading_tally as tally', (join) =>
      join.onRef('tally.block_id', '=', 'v.block_id').onRef('tally.marker_id', '=', 'v.marker_id'),
    )
    .where('tally.count', '>', 0)
    .selectAll('tally')

/** More than anybody has: with a limit, PostgreSQL looks each marker up instead of reading the whole table. */
export const MANY = 10_000

const talliesByLookup = (db: Db, pairs: readonly Pair[]) =>
  db
    .selectFrom(rowsOf(db, pairs, PAIR))
    .innerJoinLateral(
      (inner) =>
        inner
          .selectFrom('reading_tally')
          .selectAll()
          .whereRef('reading_tally.block_id', '=', 'v.block_id')
          .whereRef('reading_tally.marker_id', '=', 'v.marker_id')
          .where('reading_tally.count', '>', 0)
          .limit(MANY)
          .as('tally'),
      (join) => join.onTrue(),
    )
    .selectAll('tally')
