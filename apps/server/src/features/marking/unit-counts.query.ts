import type { Db } from '@hengjuan/db'
import type { UnitStatus } from '@hengjuan/domain'

export interface UnitCounts {
  /** Units that there are to mark; those whose sheet was taken away before anybody read them do not count. */
  total: number
  final: number
  blankReview: number
  problem: number
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
  const rows = await db
    .selectFrom('unit')
    .where('exam_id', '=', examId)
    .where('subject_id', '=', subjectId)
    .where((eb) => eb.not(eb.and([eb('state', '=', 'WAIT_IMAGE'), eb('images', '=', '[]')])))
    .groupBy('state')
    .select(['state', ({ fn }) => fn.countAll().as('count')])
    .execute()
  return countsOf(rows)
}

/** The same for each of the blocks named, in their order. */
export async function selectBlockUnitCounts(
  db: Db,
  blockIds: readonly number[],
): Promise<Map<number, UnitCounts>> {
  if (blockIds.length === 0) return new Map()
  const counted = db
    .selectFrom('unit')
    .where('block_id', 'in', blockIds)
    .groupBy(['block_id', 'state'])
    .select(['block_id', 'state', ({ fn }) => fn.countAll().as('count')])
  // Two counts: an index knows all of the first, which is asked for at every take of a shared-out block.
  const rows = [
    ...(await counted.where('state', '<>', 'WAIT_IMAGE').execute()),
    ...(await counted.where('state', '=', 'WAIT_IMAGE').where('images', '<>', '[]').execute()),
  ]
  const byBlock = Map.groupBy(rows, ({ block_id }) => block_id)
  return new Map(blockIds.map((id) => [id, countsOf(byBlock.get(id) ?? [])]))
}

function countsOf(rows: readonly { state: string; count: string | number | bigint }[]): UnitCounts {
  const byState = emptyStates()
  for (const { state, count } of rows) byState[state as UnitStatus] = Number(count)
  return {
    total: Object.values(byState).reduce((sum, count) => sum + count, 0),
    final: byState.FINAL + byState.LOCKED,
    blankReview: byState.BLANK_REVIEW,
    problem: byState.PROBLEM,
    byState,
  }
}
