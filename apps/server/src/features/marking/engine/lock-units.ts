import type { Db } from '@hengjuan/db'
import { sql } from 'kysely'
import { isoNow } from '../../../clock.ts'
import type { Services } from '../../../services.ts'

/**
 * Locks every final unit of an exam: what is published changes only by appeal or withdrawal.
 *
 * The events `lock` and `unlock` of the rules, applied to a whole exam in three statements instead of one
 * by one: they concern one fact, and tens of thousands of units change in the transaction that publishes.
 *
 * @source domain rules 3.7
 */
export const lockUnits = (db: Db, services: Services, examId: number): Promise<void> =>
  setLocked(db, services, examId, { type: 'lock', from: 'FINAL', to: 'LOCKED' })

/** Frees them again when the publication is withdrawn. */
export const unlockUnits = (db: Db, services: Services, examId: number): Promise<void> =>
  setLocked(db, services, examId, { type: 'unlock', from: 'LOCKED', to: 'FINAL' })

async function setLocked(
  db: Db,
  services: Services,
  examId: number,
  change: { type: 'lock' | 'unlock'; from: string; to: string },
): Promise<void> {
  const now = isoNow(services.clock)
  const { type, from, to } = change
  const [before, after] = [`"locked":${type === 'unlock'}`, `"locked":${type === 'lock'}`]
  await db
    .updateTable('unit')
    .set((eb) => ({
      state: to,
      version: eb('version', '+', 1),
      facts: sql<string>`replace(facts, ${before}, ${after})`,
      updated_at: now,
    }))
    .where('exam_id', '=', examId)
    .where('state', '=', from)
    .execute()
  // Of those alone that were changed: their log is one event behind.
  const payload = JSON.stringify({ event: { type }, effects: [{ kind: 'status', from, to }] })
  await db
    .insertInto('mark_event')
    .columns(['unit_id', 'exam_id', 'seq', 'type', 'actor_id', 'payload', 'at'])
    .expression(
      db
        .selectFrom('unit')
        .where('exam_id', '=', examId)
        .where('state', '=', to)
        .where('updated_at', '=', now)
        .where((eb) =>
          eb.not(
            eb.exists(
              eb
                .selectFrom('mark_event')
                .select('mark_event.seq')
                .whereRef('mark_event.unit_id', '=', 'unit.id')
                .whereRef('mark_event.seq', '=', 'unit.version'),
            ),
          ),
        )
        .select((eb) => [
          'id',
          'exam_id',
          'version as seq',
          eb.cast<string>(eb.val(type), 'text').as('type'),
          sql<number | null>`cast(null as integer)`.as('actor_id'),
          eb.cast<string>(eb.val(payload), 'text').as('payload'),
          eb.cast<string>(eb.val(now), 'text').as('at'),
        ]),
    )
    .execute()
}
