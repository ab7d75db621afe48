import type { Db } from '@hengjuan/db'
import { secondSeedPlace } from '@hengjuan/domain'
import {
  type Assignment,
  type BlockRules,
  isUrgent,
  type ReadingRow,
  selectHeld,
} from '../../marking-core/index.ts'
import type { ClaimContext } from '../../marking-setup/index.ts'
import { countMarkedSince, findMissedAt, updateStanding } from './seed.query.ts'

/** Did a marker miss a seed, so that a second one is looked for until there is one? */
export const awaitsSecond = (
  { block }: BlockRules,
  { seed_state, seed_left }: Pick<Assignment, 'seed_state' | 'seed_left'>,
): boolean => block.has_seeds === 1 && seed_state === 'second' && seed_left === 0

/** Behind all that is in the marker's hands. */
export const LAST = 'last'
/** Before all of it. */
const FIRST = 0

/**
 * Where the second seed stands: no more than four papers come between it and the one that was missed, of
 * those too that were given out before.
 *
 * @returns the reading that it stands behind; null while the papers to be given now come before it
 * @source domain rules 7.3
 */
export async function standingOfSecond(
  db: Db,
  { ask: { rules, markerId }, own, room, thirds }: ClaimContext,
): Promise<number | typeof LAST | null> {
  const { block } = rules
  const before = (await papersBefore(db, rules, markerId, own.seed_served)) - thirds
  const hand = await selectHeld(db, block.id, markerId)
  if (before >= hand.length + Math.max(0, room)) return null
  if (before >= hand.length) return LAST
  return behindOf(hand, before)
}

/**
 * Lets a seed that the marker holds already be the second one: a seed was missed by a change of an earlier
 * score, and this one comes forward where it would come too late.
 *
 * @returns whether the marker holds one
 * @source domain rules 7.3
 */
export async function takeHeldAsSecond(
  db: Db,
  rules: BlockRules,
  { markerId, seedServed }: { markerId: number; seedServed: number },
): Promise<boolean> {
  const hand = await selectHeld(db, rules.block.id, markerId)
  const at = hand.findIndex(({ role, state }) => role === 'SEED' && state === 'held')
  const seed = hand[at]
  if (!seed) return false
  const before = await papersBefore(db, rules, markerId, seedServed)
  if (at > before) {
    const others = hand.filter(({ id }) => id !== seed.id)
    await updateStanding(db, seed.id, behindOf(others, before))
  }
  return true
}

/** Papers that still come between now and the second seed; below zero when it is overdue. */
async function papersBefore(
  db: Db,
  { block }: BlockRules,
  markerId: number,
  served: number,
): Promise<number> {
  const on = { blockId: block.id, markerId }
  const since = (await findMissedAt(db, on)) ?? ''
  return (
    secondSeedPlace(block.salt, markerId, served) - (await countMarkedSince(db, { ...on, since }))
  )
}

/** The ordinary reading behind which so many papers have come. */
function behindOf(hand: readonly ReadingRow[], before: number): number {
  const ordinary = hand.filter((reading) => !isUrgent(reading))
  return ordinary[before - (hand.length - ordinary.length) - 1]?.id ?? FIRST
}
