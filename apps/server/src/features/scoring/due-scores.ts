import { type Db, isOneOf, yieldToEventLoop, transact } from '@hengjuan/db'
import { isoNow } from '../../clock.ts'
import type { Services } from '../../services.ts'
import { asOwnAct, atStep } from '../acts/index.ts'
import { scoreCandidates, selectCandidateIds } from './score-candidates.ts'
import type { SubjectPlace } from './scored-question.query.ts'

/** Candidates of one transaction: some milliseconds, so that marks are handed in between. */
const AT_ONCE = 200

/**
 * Has the candidates of a subject scored by what the caller's transaction changed: a few at once, of many it is noted,
 * and the caller calls `finishScores` when its transaction is through. Until then totals may be of either rule, and
 * nothing of the exam is released.
 *
 * @param atOnce so many are scored in the transaction
 */
export async function scoreSoon(
  db: Db,
  { clock }: Pick<Services, 'clock'>,
  { exam_id, subject_id }: SubjectPlace,
  { atOnce = AT_ONCE }: { atOnce?: number } = {},
): Promise<void> {
  const candidateIds = await selectCandidateIds(db, exam_id, subject_id)
  if (candidateIds.length <= atOnce)
    return scoreCandidates(db, { examId: exam_id, subjectId: subject_id, candidateIds })
  await db
    .insertInto('due_work')
    .values({ kind: 'score', exam_id, subject_id, block_id: null, at: isoNow(clock) })
    .execute()
}

/** Are there scores of an exam that a change of rules has not come to yet? */
export const areScoresDue = async (db: Db, examId: number): Promise<boolean> =>
  (await selectDue(db, examId)).length > 0

const selectDue = (db: Db, examId?: number) =>
  db
    .selectFrom('due_work')
    .where('kind', '=', 'score')
    .$if(examId !== undefined, (query) => query.where('exam_id', '=', examId ?? 0))
    .select(['id', 'exam_id', 'subject_id'])
    .orderBy('id')
    .execute()

/** Scores what is due in pieces; of an exam, or of all. Goes on where an earlier run ended. */
export async function finishScores(services: Services, examId?: number): Promise<void> {
  const { db } = services
  const due = await selectDue(db, examId)
  const places = Map.groupBy(due, ({ exam_id, subject_id }) => `${exam_id} ${subject_id}`)
  for (const rows of places.values()) {
    const [first] = rows
    if (!first) continue
    const { exam_id, subject_id } = first
    const place = { kind: 'rescore', examId: exam_id, subjectId: subject_id } as const
    await asOwnAct(services, place, () => scoreInPieces(services, first))
    // What was asked for meanwhile stays due.
    await db
      .deleteFrom('due_work')
      .where(
        isOneOf(
          db,
          'id',
          rows.map(({ id }) => id),
        ),
      )
      .execute()
  }
}

async function scoreInPieces(
  services: Services,
  { exam_id, subject_id }: SubjectPlace,
): Promise<void> {
  const { db } = services
  const ids = await selectCandidateIds(db, exam_id, subject_id)
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    atStep('score', from, ids.length)
    await yieldToEventLoop()
    const candidateIds = ids.slice(from, from + AT_ONCE)
    await transact(db, (trx) =>
      scoreCandidates(trx, { examId: exam_id, subjectId: subject_id, candidateIds }),
    )
  }
}
