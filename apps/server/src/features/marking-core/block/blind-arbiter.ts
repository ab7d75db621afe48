import type { Db } from '@hengjuan/db'
import { findAssignment } from '../block/block-marker.query.ts'
import { type BlockRules, selectBlockRules } from '../block/block-rules.query.ts'

/**
 * Is somebody, as an arbitrator of the block, not to learn who gave what to a paper that waits for arbitration? The
 * arbitration page shows of it what the block says; samples, lists and records show no more.
 *
 * @source domain rules 3.3: the arbitrator sees scores without names (`arb_view`)
 */
export async function isBlindArbiter(
  db: Db,
  userId: number,
  { block, settings }: Pick<BlockRules, 'block' | 'settings'>,
): Promise<boolean> {
  if (settings.arbView === 'names') return false
  return (await findAssignment(db, block.id, userId, 'leader')) !== undefined
}

/** The same, for who has not read the rules of the block. */
export const isBlindArbiterOf = async (db: Db, userId: number, blockId: number): Promise<boolean> =>
  isBlindArbiter(db, userId, await selectBlockRules(db, blockId))

/** Of a paper in that state. */
export const waitsForArbitration = (unitState: string): boolean => unitState === 'ARBITRATION'
