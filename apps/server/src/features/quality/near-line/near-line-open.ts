import type { Db } from '@hengjuan/db'
import { countUnfinished, selectNearPapers } from './near-line.query.ts'
import { selectNearLineSubject } from './near-line-rule.ts'

/** Second readings that stand open in a subject, for the completeness gate; none where no rule is set. */
export async function nearLineOpen(
  db: Db,
  examId: number,
  subjectId: number,
): Promise<{ unsent: number; unfinished: number }> {
  const subject = { examId, subjectId }
  const { rule } = await selectNearLineSubject(db, examId, subjectId)
  return {
    unsent: rule ? (await selectNearPapers(db, subject, rule)).length : 0,
    // What was sent is to be finished, also when the rule is gone.
    unfinished: await countUnfinished(db, subject),
  }
}
