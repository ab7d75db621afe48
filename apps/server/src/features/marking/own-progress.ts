import type { OwnProgress } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import type { Static } from 'typebox'
import { allocationOf } from './allocation-plan.ts'
import { NO_WORK, selectWork } from './block-marker.query.ts'
import type { BlockRules } from './block-rules.query.ts'
import { medianOf, selectRecentActiveMs } from './claim.query.ts'

/** A marker's own work in a block. */
export async function ownProgress(
  db: Db,
  rules: BlockRules,
  markerId: number,
): Promise<Static<typeof OwnProgress>> {
  const { block } = rules
  const target = block.alloc_mode === 1 ? null : await ownTarget(db, rules, markerId)
  const work = (await selectWork(db, block.id)).get(markerId) ?? NO_WORK
  const distribution = await db
    .selectFrom('reading')
    .where('block_id', '=', block.id)
    .where('marker_id', '=', markerId)
    .where('state', '=', 'submitted')
    .where('role', '<>', 'ARB')
    .groupBy('total_milli')
    .orderBy('total_milli')
    .select(['total_milli', ({ fn }) => fn.countAll().as('count')])
    .execute()
  return {
    status: block.status,
    // Third readings lie outside targets, so they count only where there is none.
    done: target === null ? work.done + work.thirdDone : work.done,
    target,
    claimed: work.claimed,
    rejected: work.rejected,
    median_ms: medianOf(await selectRecentActiveMs(db, block.id, markerId)),
    distribution: distribution.map(({ total_milli, count }) => ({
      score_milli: total_milli ?? 0,
      count: Number(count),
    })),
  }
}

async function ownTarget(db: Db, rules: BlockRules, markerId: number): Promise<number | null> {
  const { people } = await allocationOf(db, rules)
  return people.find(({ userId }) => userId === markerId)?.target ?? null
}
