import { type Db, skipLocked } from '@hengjuan/db'
import { sql } from 'kysely'

/** What a marker may be given, as far as SQL can say. */
export interface PoolFilter {
  blockId: number
  markerId: number
  slot: 'base' | 'third'
  /** Classes that the marker avoids. */
  avoidClassIds: readonly number[]
}

/**
 * Has the marker read this unit in its present form? A scalar lookup in the index of `reading.unit_id`;
 * as `not exists` planners turn it into a join over the whole table.
 */
const readBy = (markerId: number) => sql<number>`coalesce((
  select 1 from reading
  where reading.unit_id = unit.id and reading.marker_id = ${markerId}
    and (reading.state in ('claimed', 'submitted', 'rejected')
      or reading.superseded_by in ('backmark', 'remark'))
  limit 1), 0)`

const pool = (db: Db, { blockId, markerId, slot, avoidClassIds }: PoolFilter) =>
  db
    .selectFrom('unit')
    .where('block_id', '=', blockId)
    // Written out: an index of some rows serves only a statement that names the same rows.
    .where(slot === 'third' ? sql<boolean>`free_role = 'R3'` : sql<boolean>`free_role <> 'R3'`)
    .where('free_role', 'is not', null)
    .where(readBy(markerId), '=', 0)
    .$if(avoidClassIds.length > 0, (query) => query.where('class_id', 'not in', avoidClassIds))

/**
 * Units with a free slot for a marker, in serving order within `[fromOrd, beforeOrd)`. On PostgreSQL they
 * are locked, and what others hold is passed over.
 */
export const selectClaimable = (
  db: Db,
  filter: PoolFilter & { fromOrd: number; beforeOrd: number; limit: number },
) =>
  skipLocked(
    db,
    pool(db, filter)
      .where('ord', '>=', filter.fromOrd)
      .where('ord', '<', filter.beforeOrd)
      .select(['id', 'ord', 'class_id'])
      .orderBy('ord')
      .limit(filter.limit),
  ).execute()

export async function countClaimable(db: Db, filter: Omit<PoolFilter, 'slot'>): Promise<number> {
  const { count } = await db
    .selectFrom('unit')
    .where('block_id', '=', filter.blockId)
    .where('free_role', 'is not', null)
    .where(readBy(filter.markerId), '=', 0)
    .$if(filter.avoidClassIds.length > 0, (query) =>
      query.where('class_id', 'not in', filter.avoidClassIds),
    )
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Who has read or holds which of these units. */
export const selectReaders = (db: Db, unitIds: readonly number[]) =>
  db
    .selectFrom('reading')
    .select(['unit_id', 'marker_id'])
    .where('unit_id', 'in', unitIds)
    .where('state', 'in', ['claimed', 'submitted', 'rejected'])
    .execute()

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

/** The middle of some times; null without any. */
export function medianOf(values: readonly number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? null
}

/** Papers in a marker's hands: sent back to them first, then claims and seeds in the order of claiming. */
export const selectHeld = (db: Db, blockId: number, markerId: number) =>
  db
    .selectFrom('reading')
    .innerJoin('unit', 'unit.id', 'reading.unit_id')
    .selectAll('reading')
    .where('reading.block_id', '=', blockId)
    .where('reading.marker_id', '=', markerId)
    .where('reading.role', '<>', 'ARB')
    .where('reading.state', 'in', ['claimed', 'held', 'rejected'])
    // Not an `or`: PostgreSQL would take the index of all claims for half of it, whoever's they are.
    .where(
      sql<number>`case when reading.state <> 'rejected' or unit.state = 'REJECTED' then 1 else 0 end`,
      '=',
      1,
    )
    // A seed stands where it was served, or its place would tell what it is.
    .orderBy(sql`case when reading.state = 'rejected' then 0 else 1 end`)
    .orderBy('reading.id')
    .execute()
