import { type Db, readTogether } from '@hengjuan/db'
import { AppError, leaseUntil, servingOrder } from '@hengjuan/domain'
import type { Services } from '../../../services.ts'
import {
  allocationOf,
  barsOf,
  type BlockAllocation,
  type ClaimAsk,
  reserveQuotas,
  type NothingNew,
  quotaCache,
  takenFrom,
  targetOf,
  type ClaimContext,
} from '../../marking-setup/index.ts'
import {
  assignmentsForUpdate,
  assignmentsFrom,
  type BlockRules,
  blocksWithThirds,
  heldOf,
  inHandFrom,
  type MarkerPlace,
  medianOfBlocks,
  placeWrites,
  storeUnits,
  talliesOf,
  UnitOfWork,
} from '../../marking-core/index.ts'
import { awaitsSecond, serveSeed } from '../../quality/index.ts'
import { roomOf, roomUnderTarget } from './claim-room.ts'
import { giveRing, giveThirds, topUp } from './give-papers.ts'

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
): Promise<NothingNew> {
  const [answer = null] = await claimForAll(db, services, undefined, [{ rules, markerId, want }])
  if (answer instanceof AppError) throw answer
  return answer
}

/**
 * Claims papers for several markers at once; what is in their hands already stays. Third readings come first, a seed
 * that is due next, then the block in serving order from where each stands on the ring.
 *
 * Run it in `withRetry`.
 *
 * @param clientOf from where a person's claims come; without it all come from the call that is handled
 * @param asks no marker twice in a block
 * @returns for each, why nothing was given, or AppError MARKING_NOT_ASSIGNED
 * @source domain rules 3.8, 4.2 to 4.6, 7.3, 7.5
 */
export async function claimForAll(
  db: Db,
  services: Services,
  clientOf: ((userId: number) => number | null) | undefined,
  asks: readonly ClaimAsk[],
): Promise<(NothingNew | AppError)[]> {
  if (asks.length === 0) return []
  const work = new UnitOfWork(db, services, clientOf)
  const { answers, contexts } = await contextsOf(db, services, asks)
  const all = [...contexts.values()]
  await giveThirds(db, work, all)
  for (const context of all) {
    context.seed = await serveSeed(db, services, work, context)
    if (context.seed.served) context.room--
  }
  await limitByQuotas(db, services, all)
  await giveRing(db, work, all)
  for (const context of all) {
    const { room, given, left, allocation, ask } = context
    if (given < room && left <= given && ask.rules.settings.autoTopUp && allocation)
      context.given += await topUp(db, work, context, allocation, room - given)
  }
  for (const [index, { room, given, thirds, seed, left }] of contexts)
    if (room > 0 && given + thirds === 0 && !seed.served)
      answers[index] = left <= 0 ? 'at_quota' : 'empty'
  await storeUnits(
    db,
    services,
    work,
    placeWrites(all.flatMap((context) => placeAfter(context) ?? [])),
  )
  return answers
}

/** Who may be given something now, by the index of the ask; of the others, why not. */
async function contextsOf(db: Db, services: Services, asks: readonly ClaimAsk[]) {
  const pairs = asks.map(({ rules, markerId }) => ({
    block_id: rules.block.id,
    marker_id: markerId,
  }))
  const blockIds = [...new Set(pairs.map(({ block_id }) => block_id))]
  const owns = assignmentsFrom(await assignmentsForUpdate(db, pairs).execute())
  const isShared = asks.some(({ rules }) => rules.block.alloc_mode !== 1)
  const read = await readTogether(db, {
    held: heldOf(db, pairs),
    tallies: isShared ? talliesOf(db, pairs) : undefined,
    withThirds: blocksWithThirds(db, blockIds),
  })
  const hands = inHandFrom(read.held)
  const withThirds = new Set(read.withThirds.map(({ id }) => id))
  const medians = await medianOfBlocks(services, db, blockIds)
  const barOf = await barsOf(db, asks)
  const taken = takenFrom(read)
  const answers: (NothingNew | AppError)[] = []
  const contexts = new Map<number, ClaimContext>()
  for (const [index, ask] of asks.entries()) {
    const { rules, markerId } = ask
    const { block } = rules
    const own = owns(block.id, markerId)
    if (!own) {
      answers.push(new AppError('MARKING_NOT_ASSIGNED', { block: block.name }))
      continue
    }
    const inHand = hands(block.id, markerId)
    const papers = inHand.claimed + inHand.held
    const isSecondDue = awaitsSecond(rules, own) && inHand.seeds === 0
    // A second seed comes soon, whether or not the hands are full.
    const want = isSecondDue ? Math.max(ask.want, papers + 1) : ask.want
    const room = await roomOf(db, services, { ...ask, want }, own, papers)
    answers.push(typeof room === 'number' ? null : room.nothing)
    if (typeof room !== 'number' || room <= 0) continue
    contexts.set(index, {
      ask,
      own,
      pool: { blockId: block.id, markerId, ...barOf(rules, markerId) },
      until: leaseUntil(services.clock.now(), medians.get(block.id) ?? null),
      isMeasured: inHand.held > 0,
      isSeedHeld: inHand.seeds > 0,
      hasThirds: withThirds.has(block.id),
      taken: taken(block.id, markerId),
      room: Math.min(room, Math.max(0, ask.want - papers)),
      taking: 0,
      given: 0,
      thirds: 0,
      at: own.cursor_ord ?? servingOrder(markerId, block.salt),
      isCrowded: false,
      seed: { served: false, place: null },
      allocation: null,
      left: Infinity,
      reserve: null,
    })
  }
  return { answers, contexts }
}

/** In blocks whose work is shared out, nobody takes more than their share, or what others need for theirs. */
async function limitByQuotas(
  db: Db,
  services: Services,
  contexts: readonly ClaimContext[],
): Promise<void> {
  const cache = quotaCache(services)
  const allocations = new Map<number, BlockAllocation>()
  const reserves = new Map<number, Awaited<ReturnType<typeof reserveQuotas>>>()
  for (const context of contexts) {
    const { own, taken, room } = context
    if (room <= 0) continue
    const { rules, markerId, want, seen } = context.ask
    const { block } = rules
    const share = block.alloc_mode === 1 ? null : cache.of(rules, own, taken, want)
    if (share) {
      if (seen) seen.target = share.target
      context.left = share.left
    } else if (block.alloc_mode !== 1) {
      const allocation = allocations.get(block.id) ?? (await allocationOf(db, rules))
      allocations.set(block.id, allocation)
      const counted = reserves.get(block.id)
      const reserve = counted ?? (await reserveQuotas(db, services, rules, allocation))
      if (!counted) cache.keep(rules, allocation, reserve.calm)
      reserves.set(block.id, reserve)
      if (seen) seen.target = targetOf(allocation, markerId)
      context.allocation = allocation
      context.left = roomUnderTarget(allocation, markerId)
      context.reserve = reserve.of(markerId)
    }
    context.taking = Math.min(room, context.left)
  }
}

/** Where a marker stands after it; null where they stood before. */
function placeAfter({ seed, own, at, thirds, given }: ClaimContext): MarkerPlace | null {
  const { block_id, user_id } = own
  const place: MarkerPlace = { block_id, user_id, cursor_ord: at, ...seed.place }
  // Ordinary papers that were given since the last seed.
  if (seed.place) place.seed_left = Math.max(0, seed.place.seed_left - thirds - given)
  const names = Object.keys(place) as (keyof MarkerPlace)[]
  return names.some((name) => place[name] !== own[name]) ? place : null
}
