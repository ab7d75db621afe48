import type { Db } from '@hengjuan/db'
import { sql } from 'kysely'
import { keptBriefly } from './kept-briefly.ts'

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
    .where(sql<boolean>`state = 'submitted'`)
    .where('active_ms', '>', 0)
    .$if(markerId !== undefined, (query) => query.where('marker_id', '=', markerId ?? 0))
    .orderBy('id', 'desc')
    .limit(51)
    .execute()
  return rows.map(({ active_ms }) => active_ms ?? 0)
}

/** The usual time of a paper in each block; not to the last paper. */
export const medianOfBlocks = keptBriefly<number, number>(async (db, blockIds) => {
  const medians = new Map<number, number>()
  for (const id of blockIds) {
    const median = medianOf(await selectRecentActiveMs(db, id))
    if (median !== null) medians.set(id, median)
  }
  return medians
})

/** The same of each marker, by block and marker with a space between. */
export const medianOfMarkers = keptBriefly<string, number>(async (db, keys) => {
  const medians = new Map<string, number>()
  for (const key of keys) {
    const [blockId = 0, markerId = 0] = key.split(' ').map(Number)
    const median = medianOf(await selectRecentActiveMs(db, blockId, markerId))
    if (median !== null) medians.set(key, median)
  }
  return medians
})

/** The middle of some times; null without any. */
export function medianOf(values: readonly number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? null
}
