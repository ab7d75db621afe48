import type { Db } from '@hengjuan/db'
import { isoNow } from '../../../clock.ts'
import type { Services } from '../../../services.ts'

/** Candidates who have looked at what they got. */
export async function countLooks(db: Db, examId: number): Promise<number> {
  const row = await db
    .selectFrom('result_look')
    .where('exam_id', '=', examId)
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

/** Keeps that a candidate looked; a withdrawal says how many did. */
export const noteLook = (
  { db, clock }: Services,
  look: { examId: number; candidateId: number },
): Promise<unknown> =>
  db
    .insertInto('result_look')
    .values({ exam_id: look.examId, candidate_id: look.candidateId, at: isoNow(clock) })
    .onConflict((conflict) => conflict.columns(['exam_id', 'candidate_id']).doNothing())
    .execute()
