import { type Db, isOneOf } from '@hengjuan/db'
import { withoutLulls } from '@hengjuan/domain'

/** Work that goes on without a pause began at most so long before. */
const LOOKED_BACK_MS = 24 * 3_600_000
/** Work of so many readings is kept for a while: the next few of them change nothing that is told of it. */
const MANY_READINGS = 1000
const KEPT_MS = 300_000

/** When somebody submitted in a block, of what was submitted since a time; milliseconds since 1970. */
interface Work {
  times: readonly number[]
  since: number
  readings: number
  keptUntil: number
}

const works = new WeakMap<Db, Map<string, Work>>()
const keyOf = (blockId: number, markerId: number) => `${blockId} ${markerId}`

/**
 * When people who mark a block submitted in other blocks that they mark, around the time of what they gave in this one;
 * milliseconds since 1970, by person, without moments that make no difference to where they paused.
 *
 * Who marks one block after the other has their readings looked up once for all of them: what is given here is kept for
 * the others.
 *
 * @param own when each of them submitted in this block
 */
export async function selectWorkElsewhere(
  db: Db,
  blockId: number,
  own: ReadonlyMap<number, readonly number[]>,
): Promise<Map<number, number[]>> {
  const first = [...own.values()].flat().reduce((least, at) => Math.min(least, at), Infinity)
  if (first === Infinity) return new Map()
  const kept = works.get(db) ?? new Map<string, Work>()
  works.set(db, kept)
  const now = performance.now()
  for (const [key, { keptUntil }] of kept) if (keptUntil < now) kept.delete(key)
  const keep = (id: number, markerId: number, times: readonly number[], since: number) => {
    const work = { times: withoutLulls(times), since, readings: times.length }
    if (times.length >= MANY_READINGS)
      kept.set(keyOf(id, markerId), { ...work, keptUntil: now + KEPT_MS })
    return work.times
  }
  for (const [markerId, times] of own) keep(blockId, markerId, times, -Infinity)
  const since = first - LOOKED_BACK_MS
  const found = new Map<number, number[]>()
  const assigned = await selectAssigned(db, blockId, [...own.keys()])
  for (const [id, people] of Map.groupBy(assigned, ({ block_id }) => block_id)) {
    const missing = people
      .map(({ marker_id }) => marker_id)
      .filter((markerId) => (kept.get(keyOf(id, markerId))?.since ?? Infinity) > since)
    const loaded = await selectWork(db, id, missing, since)
    for (const { marker_id } of people) {
      const times = loaded.has(marker_id)
        ? keep(id, marker_id, loaded.get(marker_id) ?? [], since)
        : (kept.get(keyOf(id, marker_id))?.times ?? [])
      if (times.length > 0) found.set(marker_id, [...(found.get(marker_id) ?? []), ...times])
    }
  }
  return found
}

/** The other blocks that people mark. */
const selectAssigned = (db: Db, blockId: number, markerIds: readonly number[]) =>
  db
    .selectFrom('block_marker')
    .where(isOneOf(db, 'user_id', markerIds))
    .where('duty', '=', 'marker')
    .where('block_id', '<>', blockId)
    .select(['block_id', 'user_id as marker_id'])
    .execute()

async function selectWork(
  db: Db,
  blockId: number,
  markerIds: readonly number[],
  since: number,
): Promise<Map<number, number[]>> {
  if (markerIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('reading')
    .where('block_id', '=', blockId)
    .where(isOneOf(db, 'marker_id', markerIds))
    .where('state', 'in', ['submitted', 'rejected'])
    .where('role', 'in', ['R1', 'R2', 'R3'])
    .where('submitted_at', '>=', new Date(since).toISOString())
    .select(['marker_id', 'submitted_at'])
    .execute()
  return new Map(
    [...Map.groupBy(rows, ({ marker_id }) => marker_id)].map(([id, given]) => [
      id,
      given.map(({ submitted_at }) => Date.parse(submitted_at ?? '')),
    ]),
  )
}
