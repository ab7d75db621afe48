import type { OwnProgress } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import type { Static } from 'typebox'
import { allocationOf, targetOf } from './allocation-plan.ts'
import { NO_WORK, selectWork } from './block-marker.query.ts'
import type { BlockRules } from './block-rules.query.ts'
import { medianOf, selectRecentActiveMs } from './claim.query.ts'
import type { SeenTarget } from './claim-units.ts'
import { countSeeds, NO_SEEDS } from './quality/seed.query.ts'

/**
 * A marker's own work in a block.
 *
 * @param seen the marker's target where the caller has it already
 */
export async function ownProgress(
  db: Db,
  rules: BlockRules,
  markerId: number,
  seen: SeenTarget = {},
): Promise<Static<typeof OwnProgress>> {
  const { block } = rules
  const target =
    block.alloc_mode === 1 ? null : (seen.target ?? (await ownTarget(db, rules, markerId)))
  const work = (await selectWork(db, block.id, markerId)).get(markerId) ?? NO_WORK
  // To their marker, seeds are papers like any other.
  const seeds = block.has_seeds === 1 ? await countSeeds(db, block.id, markerId) : NO_SEEDS
  const distribution = await db
    .selectFrom('reading')
    .where('block_id', '=', block.id)
    .where('marker_id', '=', markerId)
    .where('state', 'in', ['submitted', 'given'])
    .where('role', '<>', 'ARB')
    .groupBy('total_milli')
    .orderBy('total_milli')
    .select(['total_milli', ({ fn }) => fn.countAll().as('count')])
    .execute()
  return {
    status: block.status,
    // Third readings lie outside targets, so they count only where there is none.
    done: (target === null ? work.done + work.thirdDone : work.done) + seeds.given,
    target,
    claimed: work.claimed + seeds.held,
    rejected: work.rejected,
    median_ms: medianOf(await selectRecentActiveMs(db, block.id, markerId)),
    distribution: distribution.map(({ total_milli, count }) => ({
      score_milli: total_milli ?? 0,
      count: Number(count),
    })),
  }
}

const ownTarget = async (db: Db, rules: BlockRules, markerId: number): Promise<number | null> =>
  targetOf(await allocationOf(db, rules), markerId)
