import { type Db, isOneOf } from '@hengjuan/db'

/** Work that goes on without a pause began at most so long before. */
const LOOKED_BACK_MS = 24 * 3_600_000

/**
 * When people who mark a block submitted in other blocks that they mark, around the time of what they gave in this one;
 * milliseconds since 1970, by person.
 *
 * @param own when each of them submitted in this block
 */
export async function selectWorkElsewhere(
  db: Db,
  blockId: number,
  own: ReadonlyMap<number, readonly number[]>,
): Promise<Map<number, number[]>> {
  const times = [...own.values()].flat()
  if (times.length === 0) return new Map()
  const [from, to] = times.reduce(
    ([first, last], at) => [Math.min(first, at), Math.max(last, at)] as const,
    [Infinity, -Infinity] as readonly [number, number],
  )
  const rows = await db
    .selectFrom('block_marker')
    .innerJoin('reading', (join) =>
      join
        .onRef('reading.block_id', '=', 'block_marker.block_id')
        .onRef('reading.marker_id', '=', 'block_marker.user_id'),
    )
    .where(isOneOf(db, 'block_marker.user_id', [...own.keys()]))
    .where('block_marker.duty', '=', 'marker')
    .where('block_marker.block_id', '<>', blockId)
    .where('reading.state', 'in', ['submitted', 'rejected'])
    .where('reading.role', 'in', ['R1', 'R2', 'R3'])
    .where('reading.submitted_at', '>=', new Date(from - LOOKED_BACK_MS).toISOString())
    .where('reading.submitted_at', '<=', new Date(to + LOOKED_BACK_MS).toISOString())
    .select(['reading.marker_id', 'reading.submitted_at'])
    .execute()
  return new Map(
    [...Map.groupBy(rows, ({ marker_id }) => marker_id)].map(([id, worked]) => [
      id,
      worked.map(({ submitted_at }) => Date.parse(submitted_at ?? '')),
    ]),
  )
}
