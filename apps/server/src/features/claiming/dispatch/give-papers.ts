import { type Db, readTogether } from '@hengjuan/db'
import { AppError, servingOrder } from '@hengjuan/domain'
import {
  type BlockAllocation,
  nobodyElses,
  TOP_UP_WINDOW,
  type ClaimContext,
} from '../../marking-setup/index.ts'
import {
  type Asked,
  NEW_READING,
  newReadingIds,
  type PoolFilter,
  selectClaimable,
  unitReadings,
  type UnitOfWork,
  type UnitRow,
} from '../../marking-core/index.ts'
import { type ClaimWindow, selectClaimables } from './claim-windows.query.ts'

/** Behind the last place of a block's order. */
const END_OF_RING = 2 ** 31

/** Third readings are few and wait for their people: every marker of a block may look at all that are free. */
export async function giveThirds(
  db: Db,
  work: UnitOfWork,
  contexts: readonly ClaimContext[],
): Promise<void> {
  const open = contexts.filter(({ room, hasThirds }) => room > 0 && hasThirds)
  if (open.length === 0) return
  const rooms = new Map<number, number>()
  for (const { pool, room } of open) rooms.set(pool.blockId, (rooms.get(pool.blockId) ?? 0) + room)
  await give(
    db,
    work,
    open.map((context) => ({
      context,
      slot: 'third',
      fromOrd: 0,
      beforeOrd: END_OF_RING,
      most: context.room,
      limit: rooms.get(context.pool.blockId) ?? 0,
      reserve: null,
    })),
    (context) => {
      context.thirds++
      context.room--
    },
  )
}

/** Papers that a marker finds beyond their need who found only what others took. */
const SPARE = 2
/**
 * Once around the ring, beginning where each marker left off. Who met others there goes on at another place the
 * next time: markers who stand at the same paper would walk on together, wait for each other's papers, and be
 * each other's second reader all day.
 */
export async function giveRing(
  db: Db,
  work: UnitOfWork,
  contexts: readonly ClaimContext[],
): Promise<void> {
  const starts = new Map(contexts.map((context) => [context, context.at]))
  const passes = [
    (start: number) => [start, END_OF_RING] as const,
    (start: number) => [0, start] as const,
  ]
  // Who leaves papers to others looks at everything when nothing else is left: no work waits for one person.
  const reserving = (): ClaimContext[] => contexts.filter(({ reserve }) => reserve !== null)
  const searches = [
    ...passes.map((windowOf) => ({ windowOf, among: () => contexts, isReserving: true })),
    ...passes.map((windowOf) => ({ windowOf, among: reserving, isReserving: false })),
  ]
  for (const { windowOf, among, isReserving } of searches)
    await give(
      db,
      work,
      among()
        .filter(({ taking, given }) => given < taking)
        .map((context) => {
          const [fromOrd, beforeOrd] = windowOf(starts.get(context) ?? 0)
          const most = context.taking - context.given
          const reserve = isReserving ? context.reserve : null
          // At first nobody finds more than they need: two seldom stand at the same place.
          return { context, slot: 'base', fromOrd, beforeOrd, most, limit: most, reserve }
        }),
      (context, unit) => {
        context.given++
        context.at = unit.ord + 1
        noteClaim(context)
      },
    )
  for (const context of contexts)
    if (context.isCrowded)
      context.at = servingOrder(
        `${context.pool.markerId}/${context.at}`,
        context.ask.rules.block.salt,
      )
}

/** Where a marker looks, and for how many papers at most. */
interface Search {
  context: ClaimContext
  slot: PoolFilter['slot']
  fromOrd: number
  beforeOrd: number
  /** Papers that may be given. */
  most: number
  /** Papers to find at a time. */
  limit: number
  /** Papers that are left to others. */
  reserve: ClaimContext['reserve']
}

/**
 * Claims papers for those who find them. Whoever finds only what others of the batch were faster to take
 * looks on behind it; of a paper with two free slots both may be given.
 */
async function give(
  db: Db,
  work: UnitOfWork,
  searches: readonly Search[],
  taken: (context: ClaimContext, unit: UnitRow) => void,
): Promise<void> {
  for (let open = searches; open.length > 0;) {
    const windows = open.map(
      ({ context, slot, fromOrd, beforeOrd, limit, reserve }): ClaimWindow => {
        return { ...context.pool, slot, fromOrd, beforeOrd, limit, ...reserve }
      },
    )
    const found = await selectClaimables(db, windows)
    await openFound(db, work, found.flat(), sumOf(open.map(({ most }) => most)))
    const next: Search[] = []
    for (const [index, search] of open.entries()) {
      const own = found[index] ?? []
      let { most } = search
      for (const unit of own) {
        if (most === 0) break
        if (!isClaimed(work.apply(claimOf(search.context, unit), search.context.ask.rules)))
          continue
        taken(search.context, unit)
        most--
      }
      const last = own.at(-1)
      if (most > 0 && last && own.length === search.limit)
        next.push({ ...search, most, limit: most + SPARE, fromOrd: last.ord + 1 })
    }
    for (const { context } of next) context.isCrowded = true
    open = next
  }
}

/** Takes in papers that were found and locked, and ids for so many claims. */
async function openFound(
  db: Db,
  work: UnitOfWork,
  papers: readonly UnitRow[],
  claims: number,
): Promise<void> {
  const fresh = papers.filter(({ id }) => !work.has(id))
  const missing = papers.length === 0 ? 0 : work.missingIds(Math.min(claims, papers.length))
  const { readings, ids } = await readTogether(db, {
    readings:
      fresh.length === 0
        ? undefined
        : unitReadings(
            db,
            fresh.map(({ id }) => id),
          ),
    ids: missing === 0 ? undefined : newReadingIds(db, missing, work.lastId),
  })
  work.open(fresh, readings)
  work.reserve(ids)
}

const sumOf = (numbers: readonly number[]): number =>
  numbers.reduce((sum, number) => sum + number, 0)

/** Those who come later in the same transaction see what was taken. */
function noteClaim({ allocation, ask: { markerId } }: ClaimContext): void {
  const person = allocation?.people.find(({ userId }) => userId === markerId)
  if (person) person.work = { ...person.work, claimedBase: person.work.claimedBase + 1 }
}

const claimOf = ({ ask: { rules, markerId }, until }: ClaimContext, unit: UnitRow): Asked => ({
  unitId: unit.id,
  event: { type: 'claim', readingId: NEW_READING, markerId },
  actor: { userId: markerId, rules, reading: { leaseUntil: until } },
})

/** Was it free for this marker? A problem returned to others is not, nor what the same batch finished. */
function isClaimed(outcome: unknown): boolean {
  if (!(outcome instanceof AppError)) return true
  if (TAKEN.includes(outcome.code)) return false
  throw outcome
}

const TAKEN: readonly string[] = [
  'MARKING_SLOT_TAKEN',
  'MARKING_ALREADY_READ_BY_YOU',
  'MARKING_UNIT_NOT_OPEN',
]

/** At target, a marker takes what nobody below target could read. @source domain rules 4.3 */
export async function topUp(
  db: Db,
  work: UnitOfWork,
  context: ClaimContext,
  allocation: BlockAllocation,
  room: number,
): Promise<number> {
  const { rules } = context.ask
  const units = await selectClaimable(db, {
    ...context.pool,
    slot: 'base',
    fromOrd: 0,
    beforeOrd: END_OF_RING,
    limit: TOP_UP_WINDOW,
  })
  if (units.length === 0) return 0
  await openFound(db, work, units, room)
  let given = 0
  for (const unit of await nobodyElses(db, context.ask, allocation, units)) {
    if (given >= room) break
    if (isClaimed(work.apply(claimOf(context, unit), rules))) {
      given++
      noteClaim(context)
    }
  }
  return given
}
