import { type Db, isOneOf } from '@hengjuan/db'
import type { MarkEvent, UnitState } from '@hengjuan/domain'
import { selectLastSendings } from '../read-again/read-again.query.ts'

/** Second readings are part of what the markers of a block share. */
export async function countReadAgain(
  db: Db,
  papers: readonly { blockId: number }[],
  sign: 1 | -1,
): Promise<void> {
  for (const [blockId, own] of Map.groupBy(papers, (paper) => paper.blockId))
    await db
      .updateTable('block')
      .set((eb) => ({ read_again: eb('read_again', '+', sign * own.length) }))
      .where('id', '=', blockId)
      .execute()
}

interface Cleared {
  row: { id: number; block_id: number }
  event: MarkEvent
  before: UnitState
  after: UnitState
}

/**
 * Keeps the runs of the rule and the work of the markers in step with papers that were cleared, which are
 * read once again, and with papers whose clearing was undone.
 */
export async function followClearing(
  db: Db,
  changes: readonly Cleared[],
  now: string,
): Promise<void> {
  const papersOf = (type: 'reset' | 'restore') =>
    changes
      .filter(({ event, before, after }) => {
        const [having, lacking] = type === 'reset' ? [before, after] : [after, before]
        return event.type === type && having.secondReading && !lacking.secondReading
      })
      .map(({ row }) => ({ unitId: row.id, blockId: row.block_id }))
  for (const [papers, withdrawnAt, sign] of [
    [papersOf('reset'), now, -1],
    [papersOf('restore'), null, 1],
  ] as const) {
    if (papers.length === 0) continue
    const unitIds = papers.map(({ unitId }) => unitId)
    // A paper may have been sent and called off before, in either way: its last sending is meant.
    for (const { table, ids } of await selectLastSendings(db, unitIds))
      await db
        .updateTable(table)
        .set({ withdrawn_at: withdrawnAt })
        .where(isOneOf(db, 'id', ids))
        .execute()
    await countReadAgain(db, papers, sign)
  }
}
