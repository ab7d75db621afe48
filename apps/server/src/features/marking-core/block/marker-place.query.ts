import type { Db, Tables } from '@hengjuan/db'
import type { Updateable } from 'kysely'

/** Changes what is kept of a marker in a block. */
export const updateMarkerPlace = (
  db: Db,
  { blockId, markerId }: { blockId: number; markerId: number },
  place: Updateable<Tables['block_marker']>,
) =>
  db
    .updateTable('block_marker')
    .set(place)
    .where('block_id', '=', blockId)
    .where('user_id', '=', markerId)
    .where('duty', '=', 'marker')
    .execute()
