import { countRows, type Db, isOneOf, isPostgres } from '@hengjuan/db'
import { assignRest, barredBy, baseReadings, type MarkMode, tightestShare } from '@hengjuan/domain'
import { sql } from 'kysely'
import type { Services } from '../../../services.ts'
import { allocationOf, type BlockAllocation } from './allocation-plan.ts'
import { type BlockRules, isReadOf, papersIn, type UnitFacts } from '../../marking-core/index.ts'
import { barsOf } from './eligibility.ts'
import { originOf } from './top-up.ts'

/** Papers between being fine and being short: what a batch takes at most is far less. */
const MARGIN = 20
/** A share in danger stays so; it is looked at again after as many papers, or a part of what is open. */
const LOOK_AGAIN = 25
const LOOK_AGAIN_PART = 1 / 20
/** So many open papers are shared out one by one. */
const REST = 150

/** What a marker takes first, so that everybody can do their share. */
export interface Reserve {
  /** Leaves to this marker what only they can finish. */
  sparing: number | null
  /** The last papers: those that are this marker's; null before the end. */
  onlyUnitIds: readonly number[] | null
}

/** What was found of a block, and how long that holds. */
interface Finding {
  /** The targets and how much was taken then: more is found out of date. */
  targets: string
  taken: number
  until: number
  spared: number | null
}

const findings = new WeakMap<Services, Map<number, Finding>>()

/** What everybody of a block takes first. */
interface Reserves {
  of: (markerId: number) => Reserve | null
  /** Papers that anybody may be given before it has to be looked at again; 0 while some are left to others. */
  calm: number
}

/**
 * Which papers each marker takes first where papers are read twice and work is shared out. Towards the end
 * the others leave to whoever is behind what only they can finish; the last papers are shared out one by
 * one.
 *
 * Counting is for the end of a block: before, there are more untouched papers than anybody's share, and a
 * count says for how many papers it holds.
 *
 * @param allocation as it was read; of the last papers it is read again
 * @returns null for a marker who may take any
 * @source domain rules 4.2: quotas are met where the papers allow it
 */
export async function reserveQuotas(
  db: Db,
  services: Services,
  rules: BlockRules,
  allocation: BlockAllocation,
): Promise<Reserves> {
  const { block } = rules
  const { people } = allocation
  const shares = sharesOf(allocation)
  const calm = calmOf(block.mark_mode as MarkMode, allocation.untouched, shares)
  if (calm > 0) return { of: () => null, calm }
  const known = findings.get(services) ?? new Map<number, Finding>()
  findings.set(services, known)
  const targets = people.map(({ userId, target }) => `${userId}:${target}`).join()
  const taken = people.reduce((sum, { work }) => sum + work.done + work.claimedBase, 0)
  const last = known.get(block.id)
  if (last?.targets === targets && taken >= last.taken && taken < last.until)
    return sparingOf(last.spared, last.until - taken)
  const open = await countOpenPapers(db, block.id)
  if (open <= REST) {
    await assignOneByOne(db, block.id)
    Object.assign(allocation, await allocationOf(db, rules))
    const left = sharesOf(allocation)
    const rest = assignRest(await selectRest(db, rules, left), left)
    const of = (markerId: number): Reserve | null => {
      const onlyUnitIds = rest.get(markerId) ?? []
      return onlyUnitIds.length === 0 ? null : { sparing: null, onlyUnitIds }
    }
    return { of, calm: 0 }
  }
  const closedFor = await countReadOfOpen(db, block.id)
  const tightest = tightestShare(
    open,
    shares.map((share) => ({ ...share, closed: closedFor.get(share.markerId) ?? 0 })),
  )
  const isTight = tightest !== null && tightest.room <= MARGIN
  const holds = isTight
    ? Math.max(LOOK_AGAIN, open * LOOK_AGAIN_PART)
    : Math.min(open - REST, (tightest?.room ?? Infinity) - MARGIN)
  const spared = isTight ? tightest.markerId : null
  known.set(block.id, { targets, taken, until: taken + Math.max(1, holds), spared })
  return sparingOf(spared, holds)
}

/**
 * Papers that anybody may be given while nobody has to count: as long as nobody has begun more papers than are left to
 * anybody. Papers that are read once are nobody's before they are given.
 */
export function calmOf(
  mode: MarkMode,
  untouched: number,
  shares: readonly { left: number }[],
): number {
  if (baseReadings(mode) < 2) return Infinity
  const most = shares.reduce((max, { left }) => Math.max(max, left + MARGIN), REST)
  return Math.max(0, untouched - most)
}

const sharesOf = ({ people }: BlockAllocation) =>
  people.flatMap(({ userId, suspended, allowExceed, target, work }) =>
    suspended || allowExceed || target === null
      ? []
      : [{ markerId: userId, left: target - work.done - work.claimedBase }],
  )

/** Of the locks that belong to no row, those of a block's last papers. */
const LAST_PAPERS = 1

/**
 * Batches side by side, of this server or another one, would each share out what the other is just giving: one after
 * the other, each sees what the one before gave. Until the transaction ends; SQLite has one at a time anyway.
 */
export async function assignOneByOne(db: Db, blockId: number): Promise<void> {
  if (isPostgres(db))
    await sql`select pg_advisory_xact_lock(${LAST_PAPERS}, ${blockId})`.execute(db)
}

const sparingOf = (spared: number | null, holds: number): Reserves => ({
  of: (markerId) =>
    spared === null || spared === markerId ? null : { sparing: spared, onlyUnitIds: null },
  calm: spared === null ? Math.max(0, holds) : 0,
})

/** Papers with a free first or second slot. */
async function countOpenPapers(db: Db, blockId: number): Promise<number> {
  return countRows(
    db.selectFrom('unit_queue').where('block_id', '=', blockId).where('queue', '=', 'base'),
  )
}

/** Of how many open papers each marker has read the other slot. */
async function countReadOfOpen(db: Db, blockId: number): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('unit_queue as place')
    .innerJoin('reading', 'reading.unit_id', 'place.unit_id')
    .where('place.block_id', '=', blockId)
    .where('place.queue', '=', 'base')
    .where(isReadOf)
    .groupBy('reading.marker_id')
    .select(({ fn }) => [
      'reading.marker_id',
      fn.count<number>('place.unit_id').distinct().as('count'),
    ])
    .execute()
  return new Map(rows.map(({ marker_id, count }) => [marker_id, count]))
}

/** The open papers one by one, with who may not read them. */
async function selectRest(db: Db, rules: BlockRules, shares: readonly { markerId: number }[]) {
  const units = await papersIn(db, rules.block.id, 'base')
    .selectAll('unit')
    .orderBy('place.ord')
    .execute()
  const readings = await db
    .selectFrom('reading')
    .where(
      isOneOf(
        db,
        'reading.unit_id',
        units.map(({ id }) => id),
      ),
    )
    .where(isReadOf)
    .select(['reading.unit_id', 'reading.marker_id', 'reading.role', 'reading.state'])
    .execute()
  const barOf = await barsOf(
    db,
    shares.map(({ markerId }) => ({ rules, markerId })),
  )
  const byUnit = Map.groupBy(readings, ({ unit_id }) => unit_id)
  return units.map((unit) => {
    const { double, excludedMarkers } = JSON.parse(unit.facts) as UnitFacts
    const own = byUnit.get(unit.id) ?? []
    const barred = shares.filter(
      ({ markerId }) =>
        barredBy(rules.settings.scope, barOf(rules, markerId), originOf(unit)) !== null,
    )
    const held = own.filter(({ role, state }) => BASE.includes(role) && LIVE.includes(state))
    return {
      id: unit.id,
      free: (double ? 2 : 1) - held.length,
      closedTo: new Set([
        ...own.map(({ marker_id }) => marker_id),
        ...barred.map(({ markerId }) => markerId),
        ...excludedMarkers.map(Number),
      ]),
    }
  })
}

const BASE: readonly string[] = ['R1', 'R2']
const LIVE: readonly string[] = ['claimed', 'submitted', 'rejected']
