import { type Db, isOneOf } from '@hengjuan/db'
import type { UnitStatus } from '@hengjuan/domain'
import { type SqlBool, sql } from 'kysely'

export interface UnitCounts {
  /** Units that there are to mark; those whose sheet was taken away before anybody read them do not count. */
  total: number
  final: number
  blankReview: number
  problem: number
  /** First and second readings that these units have or are still to have, and that those which left have. */
  readings: number
  byState: Record<UnitStatus, number>
}

const emptyStates = (): Record<UnitStatus, number> => ({
  WAIT_IMAGE: 0,
  READY: 0,
  MARKING: 0,
  THIRD: 0,
  ARBITRATION: 0,
  BLANK_REVIEW: 0,
  PROBLEM: 0,
  REJECTED: 0,
  FINAL: 0,
  LOCKED: 0,
})

/** Units of a subject by state, for the completeness gate and for progress. */
export async function unitCounts(db: Db, examId: number, subjectId: number): Promise<UnitCounts> {
  const rows = await tallies(db)
    .innerJoin('block', 'block.id', 'tally.block_id')
    .where('block.exam_id', '=', examId)
    .where('block.subject_id', '=', subjectId)
    .groupBy('tally.state')
    .select('tally.state')
    .execute()
  return countsOf(rows)
}

/** The same for each of the blocks named, in their order. */
export async function selectBlockUnitCounts(
  db: Db,
  blockIds: readonly number[],
): Promise<Map<number, UnitCounts>> {
  if (blockIds.length === 0) return new Map()
  const rows = await tallies(db)
    .where('tally.block_id', 'in', blockIds)
    .groupBy(['tally.block_id', 'tally.state'])
    .select(['tally.block_id', 'tally.state'])
    .execute()
  const byBlock = Map.groupBy(rows, ({ block_id }) => block_id)
  const withdrawn = await selectReadingsWithdrawn(db, blockIds)
  return new Map(
    blockIds.map((id) => {
      const counts = countsOf(byBlock.get(id) ?? [])
      return [id, { ...counts, readings: counts.readings + (withdrawn.get(id) ?? 0) }]
    }),
  )
}

/**
 * First and second readings of papers that left marking before they were final, by block: they were done, and are
 * among what their markers have done.
 */
export async function selectReadingsWithdrawn(
  db: Db,
  blockIds: readonly number[],
): Promise<Map<number, number>> {
  const rows = await withdrawnReadings(db)
    .where(isOneOf(db, 'place.block_id', blockIds))
    .groupBy('place.block_id')
    .select(['place.block_id', ({ fn }) => fn.countAll<number>().as('count')])
    .execute()
  return new Map(rows.map(({ block_id, count }) => [block_id, count]))
}

/** Of `unit`: it has left marking, or was never cut. */
export const hasLeft = sql<SqlBool>`(unit.state = 'WAIT_IMAGE' and unit.images = '[]')`

export const withdrawnReadings = (db: Db) =>
  db
    .selectFrom('unit_queue as place')
    .innerJoin('unit', 'unit.id', 'place.unit_id')
    .innerJoin('reading', 'reading.unit_id', 'unit.id')
    .where('place.queue', '=', 'WAIT_IMAGE')
    .where(hasLeft)
    .where('reading.role', 'in', ['R1', 'R2'])
    .where('reading.state', 'in', ['submitted', 'rejected'])

/** Kept counts, of papers that there are to mark. */
const tallies = (db: Db) =>
  db
    .selectFrom('unit_tally as tally')
    .where('tally.state', '<>', 'NO_IMAGE')
    .select(({ fn }) => [
      fn.sum<number>('tally.count').as('count'),
      fn.sum<number>('tally.readings').as('readings'),
    ])

function countsOf(rows: readonly { state: string; count: number; readings: number }[]): UnitCounts {
  const byState = emptyStates()
  for (const { state, count } of rows) byState[state as UnitStatus] = count
  return {
    total: Object.values(byState).reduce((sum, count) => sum + count, 0),
    final: byState.FINAL + byState.LOCKED,
    blankReview: byState.BLANK_REVIEW,
    problem: byState.PROBLEM,
    readings: rows.reduce((sum, { readings }) => sum + readings, 0),
    byState,
  }
}
