import { type Db, whereGiven } from '@hengjuan/db'
import { IS_IN_HAND, readingsInHand } from '../block/block-marker.query.ts'
import { updateMarkerPlace } from '../block/marker-place.query.ts'

/**
 * Takes seeds, and own papers served again, out of markers' hands as other papers are: handed back,
 * recalled, their picture went, or their time ran out. After a seed the marker's next papers begin with one. Where
 * their picture went, those leave too that their marker took back: what they gave stands.
 *
 * @returns the readings that were put back
 */
export async function putBackSeeds(
  db: Db,
  filter: {
    blockId?: number
    markerId?: number | undefined
    readingIds?: readonly number[] | undefined
    unitId?: number
    /** Leases that ended before. */
    before?: string
  },
): Promise<number[]> {
  if (filter.readingIds?.length === 0) return []
  const held = await db
    .selectFrom(readingsInHand(db))
    .select(['id', 'block_id', 'marker_id', 'role'])
    .where(IS_IN_HAND)
    .where('state', '=', 'held')
    .where((eb) => whereGiven(eb, { block_id: filter.blockId, marker_id: filter.markerId }))
    .$if(filter.readingIds !== undefined, (query) =>
      query.where('id', 'in', filter.readingIds ?? []),
    )
    .where((eb) => whereGiven(eb, { unit_id: filter.unitId }))
    .$if(filter.before !== undefined, (query) =>
      query.where('lease_until', '<', filter.before ?? ''),
    )
    .execute()
  const putBack = filter.unitId === undefined ? [] : await giveAsBefore(db, filter.unitId)
  for (const { id, block_id, marker_id, role } of held) {
    const { numUpdatedRows } = await db
      .updateTable('reading')
      .set({ state: 'released', lease_until: null })
      .where('id', '=', id)
      .where('state', '=', 'held')
      .executeTakeFirstOrThrow()
    // Handed in meanwhile.
    if (numUpdatedRows === 0n) continue
    putBack.push(id)
    if (role === 'SEED')
      await updateMarkerPlace(db, { blockId: block_id, markerId: marker_id }, { seed_left: 0 })
  }
  return putBack
}

const giveAsBefore = async (db: Db, unitId: number): Promise<number[]> =>
  (
    await db
      .updateTable('reading')
      .set({ state: 'given', taken_back: 0 })
      .where('unit_id', '=', unitId)
      .where('state', '=', 'taken_back')
      .returning('id')
      .execute()
  ).map(({ id }) => id)
