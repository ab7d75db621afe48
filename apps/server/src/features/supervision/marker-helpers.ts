import { type Db, isOneOf } from '@hengjuan/db'
import type { Services } from '../../services.ts'
import { type MarkerRow, markerRows } from './marker-rows.ts'
import type { SeenBlock } from './view.ts'
import { whoCanHelp } from './who-can-help.ts'

/**
 * Who could help with a block that is not done. Of a region's blocks only those of the subject are looked at, and
 * those in which somebody of the subject marks as well.
 *
 * @param seen the blocks that the caller sees in full
 */
export async function helpersOf(services: Services, block: SeenBlock, seen: readonly SeenBlock[]) {
  if (block.marking_count >= block.reading_total) return []
  const rowsOf = async (blocks: readonly SeenBlock[]): Promise<MarkerRow[]> => {
    const rows: MarkerRow[] = []
    for (const { block_id } of blocks)
      rows.push(...(await markerRows(services, block_id, null, { among: seen.length })))
    return rows
  }
  const ofSubject = await rowsOf(seen.filter(({ subject_id }) => subject_id === block.subject_id))
  const possible = whoCanHelp(block, seen, ofSubject).map(({ marker_id }) => marker_id)
  if (possible.length === 0) return []
  const elsewhere = await selectBlocksOf(services.db, possible)
  const others = seen.filter(
    ({ block_id, subject_id }) => subject_id !== block.subject_id && elsewhere.has(block_id),
  )
  return whoCanHelp(block, seen, [...ofSubject, ...(await rowsOf(others))])
}

async function selectBlocksOf(db: Db, userIds: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom('block_marker')
    .where(isOneOf(db, 'user_id', userIds))
    .select('block_id')
    .distinct()
    .execute()
  return new Set(rows.map(({ block_id }) => block_id))
}
