import { type Db, isPostgres, rowsOf, whereGiven } from '@hengjuan/db'
import { sql } from 'kysely'
import { PAIR, type Pair } from '../block/block-marker.query.ts'
import { ttlCache } from './ttl-cache.ts'

/** As many papers tell what is usual. */
const RECENT = 51

/** The last times that papers of a block took, newest first. */
export async function selectRecentActiveMs(
  db: Db,
  blockId: number,
  markerId?: number,
): Promise<number[]> {
  const rows = await db
    .selectFrom('reading')
    .select('active_ms')
    .where('block_id', '=', blockId)
    .where(IS_TIMED)
    .where((eb) => whereGiven(eb, { marker_id: markerId }))
    .orderBy('id', 'desc')
    .limit(RECENT)
    .execute()
  return rows.map(({ active_ms }) => active_ms ?? 0)
}

const IS_TIMED = sql<boolean>`state = 'submitted' and active_ms > 0`

/** The usual time of a paper in each block; not to the last paper. */
export const medianOfBlocks = ttlCache<number, number>(async (db, blockIds) => {
  const medians = new Map<number, number>()
  for (const id of blockIds) {
    const median = medianOf(await selectRecentActiveMs(db, id))
    if (median !== null) medians.set(id, median)
  }
  return medians
})

/** The same of each marker, by block and marker with a space between. */
export const medianOfMarkers = ttlCache<string, number>(async (db, keys) => {
  const pairs = keys.map((key): Pair => {
    const [block_id = 0, marker_id = 0] = key.split(' ').map(Number)
    return { block_id, marker_id }
  })
  const times = Map.groupBy(
    await selectRecentOfMarkers(db, pairs),
    ({ block_id, marker_id }) => `${block_id} ${marker_id}`,
  )
  return new Map(
    [...times].flatMap(([key, own]) => {
      const median = medianOf(own.map(({ active_ms }) => active_ms ?? 0))
      return median === null ? [] : [[key, median] as const]
    }),
  )
})

/** The last times of several markers, on PostgreSQL with one way to the database. */
async function selectRecentOfMarkers(
  db: Db,
  pairs: readonly Pair[],
): Promise<(Pair & { active_ms: number | null })[]> {
  if (isPostgres(db))
    return db
      .selectFrom(rowsOf(db, pairs, PAIR))
      .innerJoinLateral(
        (inner) =>
          inner
            .selectFrom('reading')
            .select('active_ms')
            .whereRef('reading.block_id', '=', 'v.block_id')
            .whereRef('reading.marker_id', '=', 'v.marker_id')
            .where(IS_TIMED)
            .orderBy('id', 'desc')
            .limit(RECENT)
            .as('recent'),
        (join) => join.onTrue(),
      )
      .select(['v.block_id', 'v.marker_id', 'recent.active_ms'])
      .execute()
  const times: (Pair & { active_ms: number })[] = []
  for (const pair of pairs)
    for (const active_ms of await selectRecentActiveMs(db, pair.block_id, pair.marker_id))
      times.push({ ...pair, active_ms })
  return times
}

/** The middle of some times; null without any. */
export function medianOf(values: readonly number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? null
}
