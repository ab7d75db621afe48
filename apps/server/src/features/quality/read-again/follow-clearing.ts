import { isOneOf } from '@hengjuan/db'
import type { UnitSubscriber } from '../../marking-core/index.ts'
import { selectLastSendings } from './sendings.query.ts'

/**
 * Keeps the runs of the rule in step with papers that were cleared, which are read once again, and with papers
 * whose clearing was undone.
 */
export const followClearing: UnitSubscriber = async (db, _services, { at, steps }) => {
  const papersOf = (type: 'reset' | 'restore') =>
    steps
      .filter(({ event, before, after }) => {
        const [having, lacking] = type === 'reset' ? [before, after] : [after, before]
        return event.type === type && having.secondReading && !lacking.secondReading
      })
      .map(({ row }) => row.id)
  for (const [papers, withdrawnAt] of [
    [papersOf('reset'), at],
    [papersOf('restore'), null],
  ] as const) {
    if (papers.length === 0) continue
    // A paper may have been sent and called off before, in either way: its last sending is meant.
    for (const { table, ids } of await selectLastSendings(db, papers))
      await db
        .updateTable(table)
        .set({ withdrawn_at: withdrawnAt })
        .where(isOneOf(db, 'id', ids))
        .execute()
  }
}
