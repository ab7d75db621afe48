import type { Services } from '../../apps/server/src/services.ts'

/** What the database holds when the day is over. */
export interface MarkedDay {
  units: { id: number; blockId: number; state: string; finalMilli: number | null }[]
  /** Every reading with a score, by whom and under which key. */
  readings: {
    unitId: number
    role: string
    markerId: number
    state: string
    idemKey: string | null
    totalMilli: number | null
  }[]
  /** Readings that somebody still holds. */
  claimed: number
}

export async function readMarkedDay(db: Services['db'], examId: number): Promise<MarkedDay> {
  const units = await db
    .selectFrom('unit')
    .where('exam_id', '=', examId)
    .select(['id', 'block_id as blockId', 'state', 'final_milli as finalMilli'])
    // The shape of a block is found by its place among them.
    .orderBy('block_id')
    .execute()
  const readings = await db
    .selectFrom('reading')
    .innerJoin('unit', 'unit.id', 'reading.unit_id')
    .where('unit.exam_id', '=', examId)
    .where('reading.state', '<>', 'released')
    .select([
      'unit_id as unitId',
      'role',
      'marker_id as markerId',
      'reading.state as state',
      'idem_key as idemKey',
      'total_milli as totalMilli',
    ])
    .execute()
  return {
    units,
    readings: readings.filter(({ state }) => state !== 'claimed'),
    claimed: readings.filter(({ state }) => state === 'claimed').length,
  }
}
