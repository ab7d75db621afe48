import type { Db } from '@hengjuan/db'
import { AppError, CLAIMS, leaseUntil, roomToday, servingOrder, startOfDay } from '@hengjuan/domain'
import type { Services } from '../../services.ts'
import { allocationOf, type BlockAllocation, targetOf } from './allocation-plan.ts'
import { applyEvent, NEW_READING } from './apply-event.ts'
import { findAssignmentForUpdate, selectOwnClasses } from './block-marker.query.ts'
import type { BlockRules } from './block-rules.query.ts'
import {
  medianOf,
  type PoolFilter,
  selectClaimable,
  selectHeld,
  selectReaders,
  selectRecentActiveMs,
} from './claim.query.ts'
import { countSince, updateSeedPlace } from './quality/seed.query.ts'
import { serveSeed } from './quality/serve-seed.ts'

/** Why a marker is given nothing new; null when something was given or nothing was asked for. */
export type NothingNew =
  | 'empty'
  | 'at_quota'
  | 'daily_cap'
  | 'paused'
  | 'closed'
  | 'setup'
  | 'suspended'
  | 'warned'
  | null

/** The target of a marker, absent while nobody computed it. */
export interface SeenTarget {
  target?: number | null
}

const END_OF_RING = 2 ** 31

/**
 * Claims papers for a marker until `want` are in their hands; papers already there stay. A seed that is
 * due comes first, third readings next, then the block in serving order from where this marker stands on the ring.
 *
 * Run it in `withRetry`.
 *
 * @param want 1 to 10 papers in hand
 * @param seen told the marker's target where it had to be computed: that counts the whole block
 * @throws AppError MARKING_NOT_ASSIGNED
 * @source domain rules 3.8, 4.2 to 4.6, 7.3, 7.5
 */
export async function claimUnits(
  db: Db,
  services: Services,
  rules: BlockRules,
  markerId: number,
  want: number,
  seen: SeenTarget = {},
): Promise<NothingNew> {
  const { block } = rules
  const own = await findAssignmentForUpdate(db, block.id, markerId)
  if (!own) throw new AppError('MARKING_NOT_ASSIGNED', { block: block.name })
  const held = await selectHeld(db, block.id, markerId)
  const claims = held.filter(({ state }) => state === 'claimed' || state === 'held')
  let room = Math.min(want, CLAIMS.maxLimit) - claims.length
  if (room <= 0) return null
  if (block.status !== 'open') return block.status as 'paused' | 'closed' | 'setup'
  if (own.suspended_at !== null) return 'suspended'
  if (own.seed_state === 'warned') return 'warned'
  const today = await leftToday(db, services, rules, markerId, claims.length)
  if (today === 0) return 'daily_cap'
  room = Math.min(room, today)

  const avoid = block.avoid_own_class === 1
  const classes = avoid ? await selectOwnClasses(db, [markerId], block.subject_id) : new Map()
  const pool = {
    blockId: block.id,
    markerId,
    avoidClassIds: (classes.get(markerId) as number[] | undefined) ?? [],
  }
  const until = leaseUntil(services.clock.now(), medianOf(await selectRecentActiveMs(db, block.id)))
  const claim = (unitId: number) => claimOne(db, services, rules, { unitId, markerId, until })

  const seed = await serveSeed(db, services, rules, own, {
    ...pool,
    until,
    isHeld: claims.some(({ state }) => state === 'held'),
  })
  if (seed.served) room--
  /** Remembers how many ordinary papers were given since the last seed. */
  const counted = async (papers: number): Promise<void> => {
    if (!seed.place) return
    const place = { ...seed.place, seed_left: Math.max(0, seed.place.seed_left - papers) }
    if (place.seed_left !== own.seed_left || place.seed_served !== own.seed_served)
      await updateSeedPlace(db, block.id, markerId, place)
  }
  let thirds = 0
  for (const { id } of await selectClaimable(db, {
    ...pool,
    slot: 'third',
    fromOrd: 0,
    beforeOrd: END_OF_RING,
    limit: room,
  }))
    if (await claim(id)) thirds++
  room -= thirds
  if (room <= 0) {
    await counted(thirds)
    return null
  }

  const allocation = block.alloc_mode === 1 ? null : await allocationOf(db, rules)
  if (allocation) seen.target = targetOf(allocation, markerId)
  const left = allocation ? roomUnderTarget(allocation, markerId) : Infinity
  const taking = Math.min(room, left)
  let at = own.cursor_ord ?? servingOrder(markerId, block.salt)
  const start = at
  let given = 0
  // Once around the ring, beginning where this marker left off.
  for (const [fromOrd, beforeOrd] of [
    [start, END_OF_RING],
    [0, start],
  ] as const) {
    if (given >= taking) break
    const found = await selectClaimable(db, {
      ...pool,
      slot: 'base',
      fromOrd,
      beforeOrd,
      limit: taking - given,
    })
    for (const unit of found)
      if (await claim(unit.id)) {
        given++
        at = unit.ord + 1
      }
  }
  if (given < room && left <= given && rules.settings.autoTopUp && allocation)
    given += await topUp(db, rules, allocation, { ...pool, slot: 'base' }, room - given, claim)
  if (at !== own.cursor_ord)
    await db
      .updateTable('block_marker')
      .set({ cursor_ord: at })
      .where('block_id', '=', block.id)
      .where('user_id', '=', markerId)
      .where('duty', '=', 'marker')
      .execute()
  await counted(thirds + given)
  if (given > 0 || seed.served) return null
  return left <= 0 ? 'at_quota' : 'empty'
}

/** How many more papers the daily cap of the block leaves a marker; no question asked where there is none. */
async function leftToday(
  db: Db,
  services: Services,
  { block, settings }: BlockRules,
  markerId: number,
  inHand: number,
): Promise<number> {
  if (settings.dailyCap === 0) return Infinity
  const since = startOfDay(services.clock.now())
  const done = await countSince(db, { blockId: block.id, markerId, since })
  return roomToday(settings.dailyCap, done + inHand)
}

function roomUnderTarget({ people }: BlockAllocation, markerId: number): number {
  const person = people.find(({ userId }) => userId === markerId)
  if (!person || person.target === null || person.allowExceed) return Infinity
  return Math.max(0, person.target - person.work.done - person.work.claimedBase)
}

/** @returns whether it was free for this marker; a problem returned to others is not */
async function claimOne(
  db: Db,
  services: Services,
  rules: BlockRules,
  { unitId, markerId, until }: { unitId: number; markerId: number; until: string },
): Promise<boolean> {
  try {
    await applyEvent(
      db,
      services,
      unitId,
      { type: 'claim', readingId: NEW_READING, markerId },
      { userId: markerId, rules, reading: { leaseUntil: until } },
    )
    return true
  } catch (error) {
    const taken = ['MARKING_SLOT_TAKEN', 'MARKING_ALREADY_READ_BY_YOU']
    if (error instanceof AppError && taken.includes(error.code)) return false
    throw error
  }
}

/** How many units are looked at for work that nobody below target can do. */
const TOP_UP_WINDOW = 50

/** At target, a marker takes what nobody below target could read. @source domain rules 4.3 */
async function topUp(
  db: Db,
  rules: BlockRules,
  { people }: BlockAllocation,
  pool: PoolFilter,
  room: number,
  claim: (unitId: number) => Promise<boolean>,
): Promise<number> {
  const units = await selectClaimable(db, {
    ...pool,
    fromOrd: 0,
    beforeOrd: END_OF_RING,
    limit: TOP_UP_WINDOW,
  })
  if (units.length === 0) return 0
  const others = people.filter(
    ({ userId, suspended, target, work, allowExceed }) =>
      userId !== pool.markerId &&
      !suspended &&
      (allowExceed || target === null || work.done + work.claimedBase < target),
  )
  const classes =
    rules.block.avoid_own_class === 1
      ? await selectOwnClasses(
          db,
          others.map(({ userId }) => userId),
          rules.block.subject_id,
        )
      : new Map<number, number[]>()
  const readers = Map.groupBy(
    await selectReaders(
      db,
      units.map(({ id }) => id),
    ),
    ({ unit_id }) => unit_id,
  )
  let given = 0
  for (const unit of units) {
    if (given >= room) break
    const mayRead = others.some(
      ({ userId }) =>
        !classes.get(userId)?.includes(unit.class_id) &&
        !readers.get(unit.id)?.some(({ marker_id }) => marker_id === userId),
    )
    if (!mayRead && (await claim(unit.id))) given++
  }
  return given
}
