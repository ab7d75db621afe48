import type { Db } from '@hengjuan/db'
import { sumOfScores } from '@hengjuan/domain'
import { scoreInSubjects } from '../scoring/index.ts'
import { judgeBlankCheck } from './judge-blank-check.ts'
import type { FinalChange } from './unit-ledger.ts'

/**
 * Scores the candidates whose final marks changed, and judges the blank checks among the papers.
 *
 * @param sendToReview puts one confirmed blank back into review
 */
export async function scoreAgain(
  db: Db,
  units: readonly FinalChange[],
  sendToReview: (unitId: number) => Promise<unknown>,
): Promise<void> {
  const changed = units.filter(
    ({ before, after }) => before !== after && JSON.stringify(before) !== JSON.stringify(after),
  )
  await scoreInSubjects(
    db,
    changed.map(({ row: { exam_id, subject_id, candidate_id } }) => ({
      exam_id,
      subject_id,
      candidate_id,
    })),
  )
  for (const { row, after, checks } of changed)
    if (after && checks > 0)
      await judgeBlankCheck(db, row.id, sumOfScores(after.scores), sendToReview)
}
