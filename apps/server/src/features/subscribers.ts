import { followProblems } from './arbitration/index.ts'
import { judgeBlankChecks } from './blank-review/index.ts'
import type { UnitSubscriber } from './marking-core/index.ts'
import { followClearing } from './quality/index.ts'
import { scoreInSubjects } from './scoring/index.ts'

/**
 * Who follows papers that marking changed, one after the other: what a mark says of its candidate stands before the
 * candidate is scored, and a failed blank check sends further papers through all of them.
 */
export const unitSubscribers: readonly UnitSubscriber[] = [
  followProblems,
  followClearing,
  (db, _services, { finals }) =>
    scoreInSubjects(
      db,
      finals.map(({ row }) => row),
    ),
  judgeBlankChecks,
]
