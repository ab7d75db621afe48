import { type Db, isPostgres } from '@hengjuan/db'
import { AppError, barredBy, type PaperOrigin } from '@hengjuan/domain'
import type { Services } from '../../services.ts'
import type { BlockAllocation } from './allocation-plan.ts'
import { applyEvents, type Asked, NEW_READING } from './apply-event.ts'
import { selectBlocksWithThirds, selectClaimable, selectReaders } from './claim.query.ts'
import { type ClaimWindow, selectClaimables } from './claim-windows.query.ts'
import type { Turn } from './claim-turn.ts'
import { barsOf } from './eligibility.ts'
import type { UnitRow } from './unit-facts.ts'

const END_OF_RING = 2 ** 31

/** Third readings are few and wait for their people: every turn of a block may look at all that are free. */
export async function giveThirds(
  db: Db,
  services: Services,
  turns: readonly Turn[],
): Promise<void> {
  const rooms = new Map<number, number>()
  for (const { pool, room } of turns)
    rooms.set(pool.blockId, (rooms.get(pool.blockId) ?? 0) + Math.max(0, room))
  const waiting = await selectBlocksWithThirds(db, [...rooms.keys()])
  const open = turns.filter(({ room, pool }) => room > 0 && waiting.has(pool.blockId))
  if (open.length === 0) return
  const found = await selectClaimables(
    db,
    open.map(({ pool }) => ({
      ...pool,
      slot: 'third' as const,
      fromOrd: 0,
      beforeOrd: END_OF_RING,
      limit: rooms.get(pool.blockId) ?? 0,
    })),
  )
  const promised = new Set<number>()
  const chosen = open.flatMap((turn, index): Choice[] => {
    const free = (found[index] ?? []).filter(({ id }) => !promised.has(id)).slice(0, turn.room)
    for (const { id } of free) promised.add(id)
    return free.map((unit) => ({ turn, unit }))
  })
  await give(db, services, chosen, (turn) => {
    turn.thirds++
    turn.room--
  })
}

/** Papers that a marker finds beyond their need, for others may find the same. */
const SPARE = 2

/** Once around the ring, beginning where each marker left off. */
export async function giveRing(db: Db, services: Services, turns: readonly Turn[]): Promise<void> {
  const starts = new Map(turns.map((turn) => [turn, turn.at]))
  const passes = [
    (start: number) => [start, END_OF_RING] as const,
    (start: number) => [0, start] as const,
  ]
  // Who leaves papers to others looks at everything when nothing else is left: no work waits for one person.
  const keepers = (): Turn[] => turns.filter(({ keeping }) => keeping !== null)
  const rounds = [
    ...passes.map((windowOf) => ({ windowOf, among: () => turns, isKeeping: true })),
    ...passes.map((windowOf) => ({ windowOf, among: keepers, isKeeping: false })),
  ]
  for (const { windowOf, among, isKeeping } of rounds)
    for (let isMissed = true; isMissed;) {
      const searches = among()
        .filter(({ taking, given }) => given < taking)
        .map((turn): Search => {
          const [fromOrd, beforeOrd] = windowOf(starts.get(turn) ?? 0)
          const keeping = isKeeping ? turn.keeping : null
          return { turn, fromOrd, beforeOrd, most: turn.taking - turn.given, keeping }
        })
      const finds = await findApart(db, searches)
      // Of a paper that two could read, the other slot is free once the first is taken.
      const given = await give(db, services, finds.chosen, (turn, unit) => {
        turn.given++
        turn.at = unit.ord + 1
        noteClaim(turn)
      })
      isMissed = finds.isMissed && given > 0
    }
}

/** Where a marker looks, and for how many papers at most. */
interface Search {
  turn: Turn
  fromOrd: number
  beforeOrd: number
  most: number
  /** Papers that are left to others. */
  keeping: Turn['keeping']
}

interface Choice {
  turn: Turn
  unit: UnitRow
}

/**
 * Finds different papers for several markers: whoever finds only what others were promised looks on behind
 * it, before anything is written.
 *
 * @returns isMissed: somebody found too little, and promised papers among it
 */
async function findApart(
  db: Db,
  searches: readonly Search[],
): Promise<{ chosen: Choice[]; isMissed: boolean }> {
  const promised = new Set<number>()
  const chosen: Choice[] = []
  let isMissed = false
  // What is found on PostgreSQL is locked: at first nobody finds more than they need.
  let spare = isPostgres(db) ? 0 : SPARE
  for (let open = searches; open.length > 0; spare = SPARE) {
    const windows = open.map(({ turn, fromOrd, beforeOrd, most, keeping }): ClaimWindow => {
      return { ...turn.pool, slot: 'base', fromOrd, beforeOrd, limit: most + spare, ...keeping }
    })
    const found = await selectClaimables(db, windows)
    const next: Search[] = []
    for (const [index, search] of open.entries()) {
      const own = found[index] ?? []
      const free = own.filter(({ id }) => !promised.has(id)).slice(0, search.most)
      for (const unit of free) {
        promised.add(unit.id)
        chosen.push({ turn: search.turn, unit })
      }
      const most = search.most - free.length
      const last = own.at(-1)
      if (most === 0 || !last) continue
      if (own.length === search.most + spare) next.push({ ...search, most, fromOrd: last.ord + 1 })
      if (free.length < own.length) isMissed = true
    }
    open = next
  }
  return { chosen, isMissed }
}

/** Those who come later in the same transaction see what was taken. */
function noteClaim({ allocation, ask: { markerId } }: Turn): void {
  const person = allocation?.people.find(({ userId }) => userId === markerId)
  if (person) person.work = { ...person.work, claimedBase: person.work.claimedBase + 1 }
}

/** Claims papers for those who found them. @returns how many were given */
async function give(
  db: Db,
  services: Services,
  chosen: readonly Choice[],
  taken: (turn: Turn, unit: UnitRow) => void,
): Promise<number> {
  const outcomes = await applyEvents(
    db,
    services,
    chosen.map(({ turn, unit }) => claimOf(turn, unit)),
  )
  let given = 0
  for (const [index, { turn, unit }] of chosen.entries())
    if (isClaimed(outcomes[index])) {
      taken(turn, unit)
      given++
    }
  return given
}

const claimOf = ({ ask: { rules, markerId }, until }: Turn, unit: UnitRow): Asked => ({
  unitId: unit.id,
  row: unit,
  event: { type: 'claim', readingId: NEW_READING, markerId },
  actor: { userId: markerId, rules, reading: { leaseUntil: until } },
})

/** Was it free for this marker? A problem returned to others is not. */
function isClaimed(outcome: unknown): boolean {
  if (!(outcome instanceof AppError)) return true
  if (TAKEN.includes(outcome.code)) return false
  throw outcome
}

const TAKEN: readonly string[] = ['MARKING_SLOT_TAKEN', 'MARKING_ALREADY_READ_BY_YOU']

/** How many units are looked at for work that nobody below target can do. */
const TOP_UP_WINDOW = 50

/** At target, a marker takes what nobody below target could read. @source domain rules 4.3 */
export async function topUp(
  db: Db,
  services: Services,
  turn: Turn,
  { people }: BlockAllocation,
  room: number,
): Promise<number> {
  const { rules, markerId } = turn.ask
  const units = await selectClaimable(db, {
    ...turn.pool,
    slot: 'base',
    fromOrd: 0,
    beforeOrd: END_OF_RING,
    limit: TOP_UP_WINDOW,
  })
  if (units.length === 0) return 0
  const others = people.filter(
    ({ userId, suspended, target, work, allowExceed }) =>
      userId !== markerId &&
      !suspended &&
      (allowExceed || target === null || work.done + work.claimedBase < target),
  )
  const barOf = await barsOf(
    db,
    others.map(({ userId }) => ({ rules, markerId: userId })),
  )
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
        barredBy(rules.settings.scope, barOf(rules, userId), originOf(unit)) === null &&
        !readers.get(unit.id)?.some(({ marker_id }) => marker_id === userId),
    )
    if (mayRead) continue
    const [outcome] = await applyEvents(db, services, [claimOf(turn, unit)])
    if (isClaimed(outcome)) {
      given++
      noteClaim(turn)
    }
  }
  return given
}

/** Where a paper comes from, as far as rules of avoidance ask. */
export const originOf = ({
  class_id,
  school_id,
  candidate_id,
  released,
}: UnitRow): PaperOrigin => ({
  classId: class_id,
  schoolId: school_id,
  candidateId: candidate_id,
  released,
})
