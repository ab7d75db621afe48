import type { Db } from '@hengjuan/db'

/**
 * After a change of the rules of marking everybody is measured by them as at the start of a day, and by one
 * seed where days begin without.
 *
 * @param daySeeds - seeds that a day of the block begins with; 0 for none
 * @source domain rules 7.2
 */
export async function measureAgain(db: Db, blockId: number, daySeeds: number): Promise<void> {
  await db
    .updateTable('block_marker')
    .set({ seed_due: Math.max(1, daySeeds) })
    .where('block_id', '=', blockId)
    .where('duty', '=', 'marker')
    .execute()
}
