import { type Db, readTogether, type ReadTogether, type RowWrite } from '@hengjuan/db'
import { AppError, leaseUntil, servingOrder } from '@hengjuan/domain'
import type { Services } from '../../../services.ts'
import {
  allocationOf,
  barLists,
  barQueries,
  barsFrom,
  type BlockAllocation,
  type ClaimAsk,
  keepShares,
  type NothingNew,
  sharesKept,
  targetOf,
  type Turn,
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
  UnitLedger,
} from '../../marking-core/index.ts'
import { awaitsSecond, serveSeed } from '../../quality/index.ts'
import { rememberWindows } from './claims-ahead.ts'
import { type Foreseen, NOTHING_FORESEEN } from './claim-windows.query.ts'
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
  const pair = { block_id: rules.block.id, marker_id: markerId }
  const owns = assignmentsFrom(await assignmentsForUpdate(db, [pair]).execute())
  const asks = [{ rules, markerId, want }]
  const ledger = new UnitLedger(db, services)
  const read = await readTogether(db, claimQueries(db, asks))
  const { answers, places } = await claimForAll(db, services, ledger, asks, { ...read, owns })
  await storeUnits(db, services, ledger, { along: places })
  const [answer = null] = answers
  if (answer instanceof AppError) throw answer
  return answer
}

/** The rows that tell who may claim what. */
export function claimQueries(db: Db, asks: readonly ClaimAsk[]) {
  const pairs = asks.map(({ rules, markerId }) => ({
    block_id: rules.block.id,
    marker_id: markerId,
  }))
  const isAsked = asks.length > 0
  return {
    ...barQueries(db, barLists(asks)),
    held: isAsked ? heldOf(db, pairs) : undefined,
    waiting: isAsked
      ? blocksWithThirds(
          db,
          pairs.map(({ block_id }) => block_id),
        )
      : undefined,
  }
}

/**
 * Claims papers for several markers at once into a ledger; what is in their hands already stays. Third
 * readings come first, a seed that is due next, then the block in serving order from where each stands on
 * the ring.
 *
 * Run it in `withRetry`.
 *
 * @param asks no marker twice in a block
 * @param read what `claimQueries` finds, at the latest when the ledger was opened; the assignments, locked;
 *   what was looked for ahead, in the same transaction
 * @returns for each, why nothing was given, or AppError MARKING_NOT_ASSIGNED; and what writes where they stand
 * @source domain rules 3.8, 4.2 to 4.6, 7.3, 7.5
 */
export async function claimForAll(
  db: Db,
  services: Services,
  ledger: UnitLedger,
  asks: readonly ClaimAsk[],
  read: ReadTogether<ReturnType<typeof claimQueries>> & {
    owns: ReturnType<typeof assignmentsFrom>
    foreseen?: Foreseen
  },
): Promise<{
  answers: (NothingNew | AppError)[]
  places: RowWrite[]
}> {
  const { owns } = read
  const hands = inHandFrom(read.held)
  const medians = await medianOfBlocks(
    services,
    db,
    asks.map(({ rules }) => rules.block.id),
  )
  const barOf = barsFrom(read)
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
    const stored = inHand.claimed + inHand.held
    const papers = stored + ledger.claimedSince(block.id, markerId)
    const isSecondDue = awaitsSecond(rules, own) && inHand.seeds === 0
    // A second seed comes soon, whether or not the hands are full.
    const want = isSecondDue ? Math.max(ask.want, papers + 1) : ask.want
    const room = await roomOf(db, services, { ...ask, want }, own, { now: papers, stored })
    answers.push(typeof room === 'number' ? null : room.nothing)
    if (typeof room !== 'number' || room <= 0) continue
    const pool = { blockId: block.id, markerId, ...barOf(rules, markerId) }
    const until = leaseUntil(services.clock.now(), medians.get(block.id) ?? null)
    turns.set(index, {
      ask,
      own,
      pool,
      until,
      isMeasured: inHand.held > 0,
      isSeedHeld: inHand.seeds > 0,
      room: Math.min(room, Math.max(0, ask.want - papers)),
      taking: 0,
      given: 0,
      thirds: 0,
      at: own.cursor_ord ?? servingOrder(markerId, block.salt),
      isCrowded: false,
      seed: { served: false, place: null },
      allocation: null,
      left: Infinity,
      keeping: null,
    })
  }
  const all = [...turns.values()]
  await giveThirds(db, ledger, all, new Set(read.waiting.map(({ id }) => id)))
  for (const turn of all) {
    turn.seed = await serveSeed(db, services, ledger, turn)
    if (turn.seed.served) turn.room--
  }
  for (const turn of all) {
    if (turn.room <= 0) continue
    const { rules, markerId, seen, share } = turn.ask
    if (share) turn.left = share.left
    else if (rules.block.alloc_mode !== 1) {
      const known = allocations.get(rules.block.id) ?? (await allocationOf(db, rules))
      allocations.set(rules.block.id, known)
      turn.allocation = known
      if (seen) seen.target = targetOf(known, markerId)
      turn.left = roomUnderTarget(known, markerId)
      const before = kept.get(rules.block.id)
      const keepings = before ?? (await keepShares(db, services, rules, known))
      if (!before) sharesKept(services).keep(rules, known, keepings.calm)
      kept.set(rules.block.id, keepings)
      turn.keeping = keepings.of(markerId)
    }
    turn.taking = Math.min(turn.room, turn.left)
  }
  await giveRing(db, ledger, all, read.foreseen ?? NOTHING_FORESEEN)
  rememberWindows(services, all)
  for (const turn of all) {
    const { room, given, left, allocation, ask } = turn
    if (given < room && left <= given && ask.rules.settings.autoTopUp && allocation)
      turn.given += await topUp(db, ledger, turn, allocation, room - given)
  }
  for (const [index, { room, given, thirds, seed, left }] of turns)
    if (room > 0 && given + thirds === 0 && !seed.served)
      answers[index] = left <= 0 ? 'at_quota' : 'empty'
  return { answers, places: placeWrites(all.flatMap((turn) => placeAfter(turn) ?? [])) }
}

/** Where a marker stands after their turn; null where they stood before. */
function placeAfter({ seed, own, at, thirds, given }: Turn): MarkerPlace | null {
  const { block_id, user_id } = own
  const place: MarkerPlace = { block_id, user_id, cursor_ord: at, ...seed.place }
  // Ordinary papers that were given since the last seed.
  if (seed.place) place.seed_left = Math.max(0, seed.place.seed_left - thirds - given)
  const names = Object.keys(place) as (keyof MarkerPlace)[]
  return names.some((name) => place[name] !== own[name]) ? place : null
}
