import type { Db } from '@hengjuan/db'
import { defaultSeedEvery, hash32, seedGap, startOfDay } from '@hengjuan/domain'
import { isoNow } from '../../../clock.ts'
import type { Services } from '../../../services.ts'
import {
  type BlockRules,
  type SeedPlace,
  takeReadingId,
  type UnitOfWork,
} from '../../marking-core/index.ts'
import type { ClaimContext } from '../../marking-setup/index.ts'
import { holdMeasure } from './hold-measure.query.ts'
import { awaitsSecond, LAST, standingOfSecond } from './second-seed.ts'
import { selectSeedsFor } from './seed.query.ts'

export const seedEveryOf = ({ block, settings }: BlockRules): number =>
  settings.seedEvery ?? defaultSeedEvery(block.full_milli)

/**
 * Puts a seed into a marker's hands when one is due. A seed is a real paper that is final already: to its
 * marker it looks like any other, and what they give is kept in a reading that is none of the unit's.
 *
 * Call it while the marker's assignment is locked.
 *
 * @returns whether one was served, and the place to remember; the place null in a block without seeds
 * @source domain rules 7.3
 */
export async function serveSeed(
  db: Db,
  services: Services,
  work: UnitOfWork,
  context: ClaimContext,
): Promise<{ served: boolean; place: (SeedPlace & { seed_left: number }) | null }> {
  const { own, pool, until, room } = context
  const { rules } = context.ask
  const usual = rules.block.has_seeds === 1 ? seedEveryOf(rules) : 0
  if (usual === 0) return { served: false, place: null }
  // Signs of a program bring more of them. @source domain rules 7.6
  const every = Math.max(1, Math.round(usual / own.seed_rate))
  const gap = (served: number) => seedGap(every, rules.block.salt, pool.markerId, served)
  const today = startOfDay(services.clock.now())
  const isNewDay = own.seed_day !== today
  const place = {
    seed_left: Math.min(own.seed_left ?? gap(own.seed_served), gap(own.seed_served)),
    seed_served: own.seed_served,
    // A day begins with so many, however many of the day before were left. @source domain rules 7.2
    // What a change of the rules asks for is not forgotten over night.
    seed_due: isNewDay ? Math.max(rules.settings.daySeeds, own.seed_due) : own.seed_due,
    seed_day: today,
  }
  const isSecond = awaitsSecond(rules, own) && !context.isSeedHeld
  const behind = isSecond ? await standingOfSecond(db, context) : null
  const isDue = isSecond
    ? behind !== null
    : (place.seed_left === 0 || place.seed_due > 0) && !context.isMeasured && room > 0
  if (!isDue) return { served: false, place }
  const seeds = await selectSeedsFor(db, pool)
  // Each marker meets them in an order of their own.
  const [first] = seeds
    .map((seed) => ({ seed, order: hash32(seed.id, `${rules.block.salt}/${pool.markerId}`) }))
    .toSorted((a, b) => a.order - b.order)
  const seed = first?.seed
  const next = {
    ...place,
    seed_left: gap(own.seed_served + 1),
    seed_served: own.seed_served + 1,
    seed_due: Math.max(0, place.seed_due - 1),
  }
  // Without one left to serve, it is looked for again only after another gap.
  if (!seed) return { served: false, place: { ...place, seed_left: next.seed_left, seed_due: 0 } }
  await holdMeasure(db, {
    id: await takeReadingId(db, work),
    unit_id: seed.unit_id,
    block_id: rules.block.id,
    role: 'SEED',
    marker_id: pool.markerId,
    claimed_at: isoNow(services.clock),
    lease_until: until,
    stands_behind: behind === LAST ? null : behind,
  })
  return { served: true, place: next }
}
