import {
  type Db,
  hasAny,
  inTurn,
  isPostgres,
  readingLists,
  type RowWrite,
  type Turn,
  writeRows,
} from '@hengjuan/db'
import { candidateList, type CandidatePlace, candidateSubjectsOf } from './scored-question.query.ts'
import { scoringQueries } from './scoring-queries.ts'
import { scoresOf } from './candidate-scores.ts'
import { scoresWrite } from './scores-write.ts'
import { placeOf, SubjectRulesKept } from './subject-rules.ts'

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
 *
 * @param kept what is known of subjects; read anew without it
 */
export async function scoreCandidates(
  db: Db,
  target: Target,
  kept?: SubjectRulesKept,
): Promise<void> {
  const { examId: exam_id, subjectId: subject_id } = target
  const ids = target.candidateIds ?? (await selectCandidateIds(db, exam_id, subject_id))
  await scoreInSubjects(
    db,
    ids.map((candidate_id) => ({ exam_id, subject_id, candidate_id })),
    kept,
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
async function scoreInSubjects(
  db: Db,
  candidates: readonly CandidatePlace[],
  kept?: SubjectRulesKept,
): Promise<void> {
  for (let start = 0; start < candidates.length; start += BATCH)
    await scoreBatch(db, candidates.slice(start, start + BATCH), kept)
}

async function scoreBatch(
  db: Db,
  given: readonly CandidatePlace[],
  kept?: SubjectRulesKept,
): Promise<void> {
  const { turns, scoresFrom } = scoringOf(db, given, kept)
  await writeRows(db, [await scoresFrom(...(await inTurn(db, turns)))])
}

/**
 * What scoring candidates reads, to be sent right behind what changed their marks, and what it then writes.
 *
 * @param given as many as fit in memory
 * @param kept what is known of subjects
 */
export function scoringOf(
  db: Db,
  given: readonly CandidatePlace[],
  kept: SubjectRulesKept = new SubjectRulesKept(),
) {
  const candidates = [
    ...new Map(given.map((one) => [`${placeOf(one)} ${one.candidate_id}`, one])).values(),
  ]
  const places = [
    ...new Map(
      candidates.map(({ exam_id, subject_id }) => [
        placeOf({ exam_id, subject_id }),
        { exam_id, subject_id },
      ]),
    ).values(),
  ]
  // Read once the rows are locked: whoever changes a final mark or the rounding scores them after that.
  const locked = readingLists(db, 'scores, locked', { candidates }, (asked) => {
    const rows = candidateSubjectsOf(db, candidateList(db, asked.candidates))
    return {
      rows: !hasAny(asked.candidates) ? undefined : isPostgres(db) ? rows.forUpdate('cs') : rows,
    }
  })
  const unread = kept.unread(places)
  const read = readingLists(db, 'scores', { candidates, places, unread }, (asked) =>
    scoringQueries(
      db,
      asked,
      hasAny(asked.candidates) ? candidateList(db, asked.candidates) : null,
    ),
  )
  type ResultOf<Of> = Of extends Turn<infer Result> ? Result : never
  const scoresFrom = async (
    { rows }: ResultOf<typeof locked>,
    found: ResultOf<typeof read>,
  ): Promise<RowWrite> => {
    kept.take(found, unread)
    return scoresWrite(scoresOf(rows, await kept.of(db, found.rounds), found.units))
  }
  return { turns: [locked, read] as const, scoresFrom }
}
