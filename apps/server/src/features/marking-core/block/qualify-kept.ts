import type { Db } from '@hengjuan/db'
import { type BlockRow, settingsOf, storedSettings } from './block-rules.query.ts'

/**
 * The settings of a block as they are stored, with what it asks of its markers written out once somebody
 * has read: what an exam turns out to be later stops nobody half-way.
 *
 * @returns column `block.settings`
 * @source domain rules 7.2
 */
export async function qualifyingAsBefore(db: Db, block: BlockRow): Promise<string> {
  const stored = storedSettings(block)
  if (stored.qualify !== undefined || !(await isRead(db, block.id))) return block.settings
  return JSON.stringify({ ...stored, qualify: settingsOf(block).qualify })
}

async function isRead(db: Db, blockId: number): Promise<boolean> {
  const row = await db
    .selectFrom('reading')
    .select('id')
    .where('block_id', '=', blockId)
    .where('state', 'in', ['claimed', 'submitted', 'rejected'])
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
