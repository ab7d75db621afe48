import { type Db, isPostgres, readTogether, writeRows } from '@hengjuan/db'
import {
  candidateList,
  type CandidatePlace,
  candidateSubjectsOf,
  unitFinalsOf,
} from './scored-question.query.ts'
import { scoresOf } from './candidate-scores.ts'
import { scoresWrite } from './scores-write.ts'
import { placeOf, subjectQueries, subjectRules } from './subject-rules.ts'

interface Target {
  examId: number
  subjectId: number
  /** All candidates of the subject without it. */
  candidateIds?: readonly number[]
}

/** As many candidates as are scored at a time. */
const BATCH = 5_000

/**
 * Computes objective, subjective and total scores again from answers, keys, final marks and the
 * subject's rounding of totals. Call it in the transaction that changed one of them.
 *
 * A score stays null while anything it is made of is open, so that nothing half-scored can be published.
 */
export async function scoreCandidates(db: Db, target: Target): Promise<void> {
  const { examId: exam_id, subjectId: subject_id } = target
  const ids = target.candidateIds ?? (await selectCandidateIds(db, exam_id, subject_id))
  await scoreInSubjects(
    db,
    ids.map((candidate_id) => ({ exam_id, subject_id, candidate_id })),
  )
}

export const selectCandidateIds = async (
  db: Db,
  examId: number,
  subjectId: number,
): Promise<number[]> =>
  (
    await db
      .selectFrom('candidate_subject')
      .select('candidate_id')
      .where('exam_id', '=', examId)
      .where('subject_id', '=', subjectId)
      .orderBy('candidate_id')
      .execute()
  ).map(({ candidate_id }) => candidate_id)

/** The same for candidates of different subjects and exams, with as many statements as one needs. */
export async function scoreInSubjects(
  db: Db,
  candidates: readonly CandidatePlace[],
): Promise<void> {
  const distinct = [
    ...new Map(candidates.map((one) => [`${placeOf(one)} ${one.candidate_id}`, one])).values(),
  ]
  for (let start = 0; start < distinct.length; start += BATCH)
    await scoreBatch(db, distinct.slice(start, start + BATCH))
}

async function scoreBatch(db: Db, given: readonly CandidatePlace[]): Promise<void> {
  const candidates = candidateList(db, given)
  // Read once the rows are locked: whoever changes a final mark or the rounding scores them after that.
  const stored = candidateSubjectsOf(db, candidates)
  const rows = await (isPostgres(db) ? stored.forUpdate('cs') : stored).execute()
  const places = [...new Map(given.map((one) => [placeOf(one), one])).values()]
  const read = await readTogether(db, {
    ...subjectQueries(db, places),
    finals: unitFinalsOf(db, candidates),
  })
  await writeRows(db, [scoresWrite(scoresOf(rows, subjectRules(read), read.finals))])
}
