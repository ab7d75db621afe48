import type { Db } from '@hengjuan/db'
import { type Milli, sumOfScores } from '@hengjuan/domain'
import { applyEvent, type UnitSubscriber } from '../marking-core/index.ts'
import {
  hasOpenChecks,
  selectCheckedBatches,
  selectStandingBlanks,
  updateBatchState,
  updateCheckScore,
} from './blank-batch.query.ts'

/** Judges what the checks of confirmed blanks were given. */
export const judgeBlankChecks: UnitSubscriber = async (db, services, { finals }) => {
  for (const { row, after, checks } of finals)
    if (after && checks > 0)
      await judgeBlankCheck(db, row.id, sumOfScores(after.scores), (confirmedId) =>
        applyEvent(db, services, confirmedId, { type: 'blank_review' }, { userId: null }),
      )
}

/**
 * A paper has got its final mark. If it was marked to check a batch of confirmed blanks and was given
 * marks, the whole batch returns to review; once all checks of a batch came out empty it has passed.
 *
 * @param sendToReview puts one confirmed blank back into review
 * @source domain rules 6.1 (4)
 */
export async function judgeBlankCheck(
  db: Db,
  unitId: number,
  totalMilli: Milli,
  sendToReview: (unitId: number) => Promise<unknown>,
): Promise<void> {
  for (const { id: batchId } of await selectCheckedBatches(db, unitId)) {
    await updateCheckScore(db, batchId, unitId, totalMilli)
    if (totalMilli > 0) {
      await updateBatchState(db, batchId, 'returned')
      for (const { id } of await selectStandingBlanks(db, batchId)) await sendToReview(id)
    } else if (!(await hasOpenChecks(db, batchId))) {
      await updateBatchState(db, batchId, 'passed')
    }
  }
}
