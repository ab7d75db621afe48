import type { Db } from '@hengjuan/db'
import { CHANGED_SINCE, type MarkEvent, OUT_OF_MARKING } from '@hengjuan/domain'
import { flagsOf, type ReadingRow } from '../engine/unit-facts.ts'

/** What makes another paper of it: another picture, other questions, or all marks of it taken. */
const ANEW: readonly MarkEvent['type'][] = ['images_ready', 'image_withdrawn', 'reset']

/**
 * Why a paper is another one than it was when somebody took it; null where it is the same. The unit knows that of the
 * claims that were open then; of one whose lease had ended only the record does.
 */
export async function whyAnew(
  db: Db,
  { unit_id, block_id, claimed_at }: Pick<ReadingRow, 'unit_id' | 'block_id' | 'claimed_at'>,
): Promise<string | null> {
  const unit = await db
    .selectFrom('unit')
    .select(['state', 'flags'])
    .where('id', '=', unit_id)
    .executeTakeFirstOrThrow()
  // A paper with a final mark keeps its state when its sheet goes, and has no event that tells.
  if (flagsOf(unit).sheet_gone) return OUT_OF_MARKING
  const changed = await db
    .selectFrom('mark_event')
    .select('id')
    .where('unit_id', '=', unit_id)
    .where('type', 'in', ANEW)
    .where('at', '>', claimed_at)
    .limit(1)
    .executeTakeFirst()
  if (changed) return unit.state === 'WAIT_IMAGE' ? OUT_OF_MARKING : CHANGED_SINCE
  // A clearing leaves no event on papers without a mark.
  const cleared = await db
    .selectFrom('block_clear')
    .select('id')
    .where('block_id', '=', block_id)
    .where('cleared_at', '>', claimed_at)
    .limit(1)
    .executeTakeFirst()
  return cleared ? CHANGED_SINCE : null
}
