import type { Db } from '@hengjuan/db'
import { AppError, leaseUntil, servingOrder } from '@hengjuan/domain'
import type { Services } from '../../services.ts'
import { allocationOf, type BlockAllocation, targetOf } from './allocation-plan.ts'
import { lockAssignments, updateCursors } from './block-marker.query.ts'
import type { BlockRules } from './block-rules.query.ts'
import { medianOfBlocks } from './paper-time.query.ts'
import { roomOf, roomUnderTarget } from './claim-room.ts'
import type { ClaimAsk, NothingNew, SeenTarget, Turn } from './claim-turn.ts'
import { barsOf } from './eligibility.ts'
import { giveRing, giveThirds, topUp } from './give-papers.ts'
import { selectInHand } from './in-hand.query.ts'
import { keepShares } from './keep-shares.ts'
import { updateSeedPlace } from './quality/seed.query.ts'
import { serveSeed } from './quality/serve-seed.ts'

/**
 * Claims papers for a marker until `want` are in their hands.
 *
 * @throws AppError MARKING_NOT_ASSIGNED
 */
export async function claimUnits(
  db: Db,
  services: Services,
  rules: BlockRules,
  markerId: number,
  want: number,
  seen: SeenTarget = {},
): Promise<NothingNew> {
  const [answer = null] = await claimForAll(db, services, [{ rules, markerId, want, seen }])
  if (answer instanceof AppError) throw answer
  return answer
}

/**
 * Claims papers for several markers at once; what is in their hands already stays. A seed that is due
 * comes first, third readings next, then the block in serving order from where each stands on the ring.
 *
 * Run it in `withRetry`.
 *
 * @param asks no marker twice in a block
 * @param locked their assignments, where the caller has locked them already
 * @returns for each, why nothing was given, or AppError MARKING_NOT_ASSIGNED
 * @source domain rules 3.8, 4.2 to 4.6, 7.3, 7.5
 */
export async function claimForAll(
  db: Db,
  services: Services,
  asks: readonly ClaimAsk[],
  locked?: Awaited<ReturnType<typeof lockAssignments>>,
): Promise<(NothingNew | AppError)[]> {
  if (asks.length === 0) return []
  const pairs = asks.map(({ rules, markerId }) => ({
    block_id: rules.block.id,
    marker_id: markerId,
  }))
  const owns = locked ?? (await lockAssignments(db, pairs))
  const hands = await selectInHand(db, pairs)
  const medians = await medianOfBlocks(
    services,
    db,
    pairs.map(({ block_id }) => block_id),
  )
  const barOf = await barsOf(db, asks)
  const allocations = new Map<number, BlockAllocation>()
  const kept = new Map<number, Awaited<ReturnType<typeof keepShares>>>()
  const answers: (NothingNew | AppError)[] = []
  const turns = new Map<number, Turn>()
  for (const [index, ask] of asks.entries()) {
    const { rules, markerId } = ask
    const { block } = rules
    const own = owns(block.id, markerId)
    if (!own) {
      answers.push(new AppError('MARKING_NOT_ASSIGNED', { block: block.name }))
      continue
    }
    const inHand = hands(block.id, markerId)
    const room = await roomOf(db, services, ask, own, inHand.claimed + inHand.held)
    answers.push(typeof room === 'number' ? null : room.nothing)
    if (typeof room !== 'number' || room <= 0) continue
    const pool = { blockId: block.id, markerId, ...barOf(rules, markerId) }
    const until = leaseUntil(services.clock.now(), medians.get(block.id) ?? null)
    const seed = await serveSeed(db, services, rules, own, {
      ...pool,
      until,
      isHeld: inHand.held > 0,
    })
    turns.set(index, {
      ask,
      own,
      pool,
      until,
      room: room - (seed.served ? 1 : 0),
      taking: 0,
      given: 0,
      thirds: 0,
      at: own.cursor_ord ?? servingOrder(markerId, block.salt),
      seed,
      allocation: null,
      left: Infinity,
      keeping: null,
    })
  }
  const all = [...turns.values()]
  await giveThirds(db, services, all)
  for (const turn of all) {
    if (turn.room <= 0) continue
    const { rules, markerId, seen } = turn.ask
    if (rules.block.alloc_mode !== 1) {
      const known = allocations.get(rules.block.id) ?? (await allocationOf(db, rules))
      allocations.set(rules.block.id, known)
      turn.allocation = known
      if (seen) seen.target = targetOf(known, markerId)
      turn.left = roomUnderTarget(known, markerId)
      const keepings = kept.get(rules.block.id) ?? (await keepShares(db, services, rules, known))
      kept.set(rules.block.id, keepings)
      turn.keeping = keepings(markerId)
    }
    turn.taking = Math.min(turn.room, turn.left)
  }
  await giveRing(db, services, all)
  for (const turn of all) {
    const { room, given, left, allocation, ask } = turn
    if (given < room && left <= given && ask.rules.settings.autoTopUp && allocation)
      turn.given += await topUp(db, services, turn, allocation, room - given)
  }
  await updateCursors(
    db,
    all
      .filter(({ at, own }) => at !== own.cursor_ord)
      .map(({ at, own }) => ({ block_id: own.block_id, user_id: own.user_id, cursor_ord: at })),
  )
  for (const turn of all) await countPapers(db, turn)
  for (const [index, { room, given, thirds, seed, left }] of turns)
    if (room > 0 && given + thirds === 0 && !seed.served)
      answers[index] = left <= 0 ? 'at_quota' : 'empty'
  return answers
}

/** Remembers how many ordinary papers were given since the last seed. */
async function countPapers(db: Db, { seed, own, thirds, given }: Turn): Promise<void> {
  if (!seed.place) return
  const place = { ...seed.place, seed_left: Math.max(0, seed.place.seed_left - thirds - given) }
  if (
    place.seed_left !== own.seed_left ||
    place.seed_served !== own.seed_served ||
    place.seed_due !== own.seed_due ||
    place.seed_day !== own.seed_day
  )
    await updateSeedPlace(db, own.block_id, own.user_id, place)
}
