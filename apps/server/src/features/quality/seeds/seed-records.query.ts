import type { Db } from '@hengjuan/db'
import type { SeedState } from '@hengjuan/domain'

/** How a marker did on the seeds of a block. */
export interface SeedRecord {
  state: SeedState
  passed: number
  failed: number
}

/** By marker; those who met no seed are absent. */
export async function selectSeedRecords(db: Db, blockId: number): Promise<Map<number, SeedRecord>> {
  const rows = await db
    .selectFrom('seed_event')
    .innerJoin('block_marker', (join) =>
      join
        .onRef('block_marker.block_id', '=', 'seed_event.block_id')
        .onRef('block_marker.user_id', '=', 'seed_event.marker_id')
        .on('block_marker.duty', '=', 'marker'),
    )
    .where('seed_event.block_id', '=', blockId)
    .groupBy(['seed_event.marker_id', 'seed_event.kind', 'block_marker.seed_state'])
    .select(['seed_event.marker_id', 'seed_event.kind', 'block_marker.seed_state'])
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .execute()
  const records = new Map<number, SeedRecord>()
  for (const { marker_id, kind, seed_state, count } of rows) {
    const record = records.get(marker_id) ?? {
      state: seed_state as SeedState,
      passed: 0,
      failed: 0,
    }
    if (kind === 'pass') record.passed = count
    if (kind === 'fail') record.failed = count
    records.set(marker_id, record)
  }
  return records
}
