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

interface Look {
  examId: number
  candidateId: number
}

/** Looks that are not written yet: of the rush after a release one write a second, not one a student. */
const waiting = new WeakMap<Services, Map<string, Look>>()
const WRITE_MS = 1000
const AT_ONCE = 500

/** Keeps that a candidate looked; a withdrawal says how many did. */
export function noteLook(services: Services, look: Look): void {
  const looks = waiting.get(services) ?? new Map<string, Look>()
  waiting.set(services, looks)
  // The count is a help to whoever withdraws: what a server that ends has not written is lost with it.
  if (looks.size === 0)
    setTimeout(() => void flushLooks(services).catch(() => undefined), WRITE_MS).unref()
  looks.set(`${look.examId} ${look.candidateId}`, look)
}

/** Writes what waits, before it is counted. */
export async function flushLooks(services: Services): Promise<void> {
  const looks = [...(waiting.get(services)?.values() ?? [])]
  waiting.get(services)?.clear()
  const at = isoNow(services.clock)
  for (let from = 0; from < looks.length; from += AT_ONCE)
    await services.db
      .insertInto('result_look')
      .values(
        looks.slice(from, from + AT_ONCE).map(({ examId, candidateId }) => ({
          exam_id: examId,
          candidate_id: candidateId,
          at,
        })),
      )
      .onConflict((conflict) => conflict.columns(['exam_id', 'candidate_id']).doNothing())
      .execute()
}
