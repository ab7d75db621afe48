import type { Db } from '@hengjuan/db'
import {
  AppError,
  LOOKS_BLANK,
  LOST_TO_OTHERS,
  PROBLEM_REASONS,
  type ProblemReason,
} from '@hengjuan/domain'
import { isoNow } from '../../../clock.ts'
import type { Services } from '../../../services.ts'
import { type ReadingRow, whyAnew } from '../../marking-core/index.ts'
import { findScript } from './agreed-script.query.ts'

/** Why a seed left its marker's hands, where it was passed on: nothing else tells that of an own paper served again. */
const PASSED_ON = 'problem'

/**
 * A seed that its marker passes on as a problem: the leader sees it beside the results. What is not in hand any more is
 * refused in the words in which any other paper is. Run it in `withRetry`.
 *
 * @throws AppError MARKING_ALREADY_READ_BY_YOU, MARKING_LEASE_LOST, MARKING_PROBLEM_REASON_MISSING
 */
export async function passSeedOn(
  db: Db,
  services: Services,
  reading: ReadingRow,
  reason: string,
  note: string,
): Promise<'problem' | 'repeat'> {
  const isAgain = reading.state === 'taken_back'
  if (wasPassedOn(reading)) return 'repeat'
  if (reading.state === 'given') throw new AppError('MARKING_ALREADY_READ_BY_YOU')
  if (reading.state !== 'held' && !isAgain)
    throw new AppError('MARKING_LEASE_LOST', {
      why: (await whyAnew(db, reading)) ?? LOST_TO_OTHERS,
    })
  if (reason === 'other' && note.trim() === '') throw new AppError('MARKING_PROBLEM_REASON_MISSING')
  const { numUpdatedRows } = await db
    .updateTable('reading')
    // What was given once is no score that came too late.
    .set({
      state: isAgain ? 'superseded' : 'released',
      superseded_by: PASSED_ON,
      lease_until: null,
    })
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
export const wasPassedOn = ({ superseded_by }: Pick<ReadingRow, 'superseded_by'>): boolean =>
  superseded_by === PASSED_ON

const reasonText = (reason: string) =>
  reason === LOOKS_BLANK ? '看似空白' : PROBLEM_REASONS[reason as ProblemReason]
