import type { Db } from '@hengjuan/db'

/** Puts a paper into a marker's hands that measures them: what they give is kept in a reading that is none of the unit's. */
export const holdMeasure = (
  db: Db,
  reading: {
    id?: number
    unit_id: number
    block_id: number
    role: 'SEED' | 'SELF'
    marker_id: number
    claimed_at: string
    lease_until: string
    stands_behind?: number | null
  },
) =>
  db
    .insertInto('reading')
    .values({
      state: 'held',
      rev: 1,
      points: null,
      total_milli: null,
      idem_key: null,
      submitted_at: null,
      active_ms: null,
      flags: '[]',
      traces: null,
      superseded_by: null,
      ...reading,
    })
    .execute()
