import type { Db } from '@hengjuan/db'

export const updateSeedPlace = (
  db: Db,
  blockId: number,
  markerId: number,
  place: {
    seed_left?: number
    seed_served?: number
    seed_state?: string
    seed_due?: number
    seed_day?: string | null
    suspended_at?: string | null
    able_since?: string
  },
) =>
  db
    .updateTable('block_marker')
    .set(place)
    .where('block_id', '=', blockId)
    .where('user_id', '=', markerId)
    .where('duty', '=', 'marker')
    .execute()
