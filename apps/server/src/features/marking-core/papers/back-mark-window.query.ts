import type { Db } from '@hengjuan/db'
import { windowRefusal } from '@hengjuan/domain'
import type { BlockRules } from '../block/block-rules.query.ts'
import type { ReadingRow } from '../engine/unit-facts.ts'

/**
 * Tells why a submitted reading of a marker lies outside of what the block allows to be changed; null
 * within it.
 *
 * @param now of the server
 * @source domain rules 5.1
 */
export async function selectWindowRefusal(
  db: Db,
  { block, settings }: BlockRules,
  markerId: number,
  now: Date,
): Promise<(reading: Pick<ReadingRow, 'submitted_at'>) => string | null> {
  const window = { last: settings.backmarkLast, hours: settings.backmarkHours }
  const oldest = await db
    .selectFrom('reading')
    .where('block_id', '=', block.id)
    .where('marker_id', '=', markerId)
    .where('state', 'in', ['submitted', 'given'])
    .where('role', '<>', 'ARB')
    .where('submitted_at', 'is not', null)
    .select('submitted_at')
    .orderBy('submitted_at', 'desc')
    .offset(window.last - 1)
    .limit(1)
    .executeTakeFirst()
  return ({ submitted_at }) => {
    const isBefore = (submitted_at ?? '') < (oldest?.submitted_at ?? '')
    return windowRefusal(window, {
      newer: isBefore ? window.last : 0,
      ageMs: submitted_at === null ? 0 : now.getTime() - Date.parse(submitted_at),
    })
  }
}
