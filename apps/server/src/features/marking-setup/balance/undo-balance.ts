import type { Db } from '@hengjuan/db'
import { AppError } from '@hengjuan/domain'
import type { Services } from '../../../services.ts'
import { allocateAndTell } from '../allocation/allocate-and-tell.ts'
import { allocationOf } from '../shares/allocation-plan.ts'
import {
  holdMarkers,
  lockAllocation,
  selectBlockMarkers,
  selectBlockRules,
  withRetry,
} from '../../marking-core/index.ts'
import { findIsBalanced } from './balance.query.ts'
import { type BalanceChanges, insertSwitch } from './balance-block.ts'

/**
 * Gives everybody the quota from before the last balancing back; who came since keeps theirs. Balancing by itself is
 * turned off with it: the next minute would do the same again.
 *
 * @throws AppError MARKING_ALLOCATION_CHANGED where something was changed since, which would be undone as well; what
 *   `allocateMarkers` finds
 */
export async function undoBalance(
  services: Services,
  blockId: number,
  eventId: number,
  byId: number,
): Promise<void> {
  await withRetry(services, async (db) => {
    await lockAllocation(db, blockId)
    await holdMarkers(db, [blockId])
    const rules = await selectBlockRules(db, blockId)
    const { people } = await allocationOf(db, rules)
    const { allocMode, quotasAreWeights, markers } = await lastChanges(db, blockId, eventId)
    const targets = new Map(people.map(({ userId, target }) => [userId, target]))
    if (markers.some(({ id, targetAfter }) => targets.get(id) !== targetAfter))
      throw new AppError('MARKING_ALLOCATION_CHANGED')
    const before = new Map(markers.map(({ id, quotaBefore }) => [id, quotaBefore]))
    await allocateAndTell(db, services, {
      block_id: blockId,
      alloc_mode: allocMode,
      quotas_are_weights: quotasAreWeights ? 1 : 0,
      markers: (await selectBlockMarkers(db, blockId)).map(({ user_id, duty, quota }) =>
        duty === 'leader'
          ? { marker_id: user_id, duty: 'leader' as const }
          : { marker_id: user_id, quota: before.has(user_id) ? before.get(user_id) : quota },
      ),
    })
    if (await findIsBalanced(db, rules.block)) await insertSwitch(db, services, rules, 'off', byId)
  })
}

/** What the last balancing of a block changed. @throws AppError MARKING_ALLOCATION_CHANGED where it is another one */
async function lastChanges(db: Db, blockId: number, eventId: number): Promise<BalanceChanges> {
  const last = await db
    .selectFrom('balance_event')
    .where('block_id', '=', blockId)
    .where('kind', '=', 'balance')
    .select(['id', 'changes'])
    .orderBy('id', 'desc')
    .executeTakeFirst()
  if (last?.id !== eventId) throw new AppError('MARKING_ALLOCATION_CHANGED')
  return JSON.parse(last.changes) as BalanceChanges
}
