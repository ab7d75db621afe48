import type { Db } from '@hengjuan/db'
import { AppError, LOOKS_BLANK, PROBLEM_REASONS, type ProblemReason } from '@hengjuan/domain'
import { isoNow } from '../../../clock.ts'
import type { Services } from '../../../services.ts'
import type { ReadingRow } from '../engine/unit-facts.ts'
import { findScript } from './agreed-script.query.ts'

/** A seed that its marker passes on as a problem: the leader sees it beside the results. Run it in `withRetry`. */
export async function passSeedOn(
  db: Db,
  services: Services,
  reading: ReadingRow,
  reason: string,
  note: string,
): Promise<'problem' | 'repeat'> {
  const isAgain = reading.state === 'taken_back'
  if (reading.state !== 'held' && !isAgain) return 'repeat'
  if (reason === 'other' && note.trim() === '') throw new AppError('MARKING_PROBLEM_REASON_MISSING')
  const { numUpdatedRows } = await db
    .updateTable('reading')
    // What was given once is no score that came too late.
    .set({ state: isAgain ? 'superseded' : 'released', lease_until: null })
    .where('id', '=', reading.id)
    .where('state', '=', reading.state)
    .executeTakeFirstOrThrow()
  // Another call came first; looked at again, this one repeats it.
  if (numUpdatedRows === 0n) throw new AppError('VERSION_CONFLICT', { what: '试卷' })
  const script = await findScript(db, reading.unit_id)
  if (script)
    await db
      .insertInto('seed_event')
      .values({
        block_id: reading.block_id,
        marker_id: reading.marker_id,
        kind: 'problem',
        script_id: script.id,
        reading_id: reading.id,
        score_milli: null,
        definitive_milli: script.total_milli,
        tolerance_milli: null,
        by_id: null,
        note: [reasonText(reason), note].filter(Boolean).join('：'),
        at: isoNow(services.clock),
      })
      .execute()
  return 'problem'
}

/** Did a marker pass this very seed on already? */
export async function wasPassedOn(db: Db, { id }: Pick<ReadingRow, 'id'>): Promise<boolean> {
  const event = await db
    .selectFrom('seed_event')
    .select('id')
    .where('reading_id', '=', id)
    .where('kind', '=', 'problem')
    .executeTakeFirst()
  return event !== undefined
}

const reasonText = (reason: string) =>
  reason === LOOKS_BLANK ? '看似空白' : PROBLEM_REASONS[reason as ProblemReason]
