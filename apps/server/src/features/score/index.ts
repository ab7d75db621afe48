import type { Db } from '@hengjuan/db'
import type { Services } from '../../services.ts'
import { scoreCandidates } from './score-candidates.ts'

export { registerScore } from './score.routes.ts'
export type { KeyRule } from './basis.query.ts'
export type { StoredAnswer } from './score-candidates.ts'

interface Target {
  examId: number
  subjectId: number
  candidateIds?: readonly number[]
}

/** To call, in the same transaction, when answers or keys changed. */
export const scoreObjective = (db: Db, _services: Services, target: Target): Promise<void> =>
  scoreCandidates(db, target)

/** To call, in the same transaction, when a unit became final or ceased to be. */
export const scoreSubjective = (db: Db, _services: Services, target: Target): Promise<void> =>
  scoreCandidates(db, target)
export { loadReleased } from './snapshot/load.ts'
export { matches } from './preview.query.ts'
export { rateOf } from './student-score.ts'
export type * from './snapshot/snapshot-data.ts'
