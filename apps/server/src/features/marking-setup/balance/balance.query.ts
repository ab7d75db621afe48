import { type Db, whereGiven } from '@hengjuan/db'
import type { HourOfWork } from '@hengjuan/domain'
import { sql } from 'kysely'

/** `block.alloc_mode` without targets, and of average allocation. */
const DYNAMIC = 1
const AVERAGE = 2
/** As many events are shown. */
const LATEST = 50
/** Characters of a UTC time up to its hour. */
const TO_HOUR = 13

/** Marker id -> first and second readings handed in since then, by hour. */
export async function selectHoursOfWork(
  db: Db,
  blockId: number,
  since: string,
): Promise<Map<number, HourOfWork[]>> {
  const hour = sql<string>`substr(submitted_at, 1, ${sql.lit(TO_HOUR)})`
  const rows = await db
    .selectFrom('reading')
    .where('block_id', '=', blockId)
    .where('state', 'in', ['submitted', 'rejected'])
    .where('role', 'in', ['R1', 'R2'])
    .where('submitted_at', '>=', since)
    .groupBy(['marker_id', hour])
    .select(['marker_id', hour.as('hour'), ({ fn }) => fn.countAll<number>().as('count')])
    .execute()
  return Map.groupBy(rows, ({ marker_id }) => marker_id)
}

/** When a marker handed something in. */
export interface TimesOfWork {
  last: string
  /** The last one before a moment, and the first one from it on. */
  lastBefore: string | null
  firstSince: string | null
}

/** Marker id -> the same, of a block: any paper shows that somebody is there. */
export async function selectTimesOfWork(
  db: Db,
  blockId: number,
  since: string,
): Promise<Map<number, TimesOfWork>> {
  const at = sql.ref<string>('submitted_at')
  const rows = await db
    .selectFrom('reading')
    .where('block_id', '=', blockId)
    .where('state', 'in', ['submitted', 'rejected', 'given'])
    .where('role', '<>', 'ARB')
    .where('submitted_at', 'is not', null)
    .groupBy('marker_id')
    .select([
      'marker_id',
      sql<string>`max(${at})`.as('last'),
      sql<string | null>`max(case when ${at} < ${since} then ${at} end)`.as('lastBefore'),
      sql<string | null>`min(case when ${at} >= ${since} then ${at} end)`.as('firstSince'),
    ])
    .execute()
  return new Map(rows.map(({ marker_id, ...times }) => [marker_id, times]))
}

/**
 * Is a block balanced by itself? As it was switched last; where nobody ever did, average allocation is, and stays
 * so with the quotas that sharing its work anew gave everybody.
 *
 * @source domain rules 4.3: default on in mode 2
 */
const isBalanced = (
  block: { alloc_mode: number; was_average: number },
  switched: string | null | undefined,
): boolean =>
  switched ? switched === 'on' : block.alloc_mode === AVERAGE || block.was_average === 1

/** Is this block balanced by itself? */
export const findIsBalanced = async (
  db: Db,
  block: { id: number; alloc_mode: number; was_average: number },
): Promise<boolean> => isBalanced(block, (await findSwitching(db, block.id))?.kind)

/** What happened to the balancing of a block, the latest first. */
export const selectBalanceEvents = (db: Db, blockId: number) =>
  db
    .selectFrom('balance_event')
    .leftJoin('user', 'user.id', 'balance_event.by_id')
    .where('balance_event.block_id', '=', blockId)
    .selectAll('balance_event')
    .select('user.name as by_name')
    .orderBy('balance_event.id', 'desc')
    .limit(LATEST)
    .execute()

/** The last switching of a block's balancing; absent where nobody ever switched it. */
export const findSwitching = (db: Db, blockId: number) =>
  db
    .selectFrom('balance_event')
    .leftJoin('user', 'user.id', 'balance_event.by_id')
    .where('balance_event.block_id', '=', blockId)
    .where('balance_event.kind', 'in', ['on', 'off'])
    .select(['balance_event.kind', 'balance_event.at', 'user.name as by_name'])
    .orderBy('balance_event.id', 'desc')
    .executeTakeFirst()

/**
 * Open blocks that are balanced, with the time of the last balancing: those of average allocation, until
 * somebody switches it off, and others where it was switched on.
 *
 * @source domain rules 4.3
 */
export async function selectBalancedBlocks(db: Db, blockId?: number) {
  const rows = await db
    .selectFrom('block')
    .leftJoin('balance_event as event', 'event.block_id', 'block.id')
    .where('block.status', '=', 'open')
    .where('block.alloc_mode', '<>', DYNAMIC)
    .where((eb) => whereGiven(eb, { 'block.id': blockId }))
    .select(['block.id', 'block.alloc_mode', 'block.was_average', 'event.kind', 'event.at'])
    .orderBy('event.id')
    .execute()
  return [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((events) => {
    const [block] = events
    const switched = events.findLast(({ kind }) => kind === 'on' || kind === 'off')
    if (!block || !isBalanced(block, switched?.kind)) return []
    return [{ id: block.id, lastAt: events.findLast(({ kind }) => kind === 'balance')?.at ?? null }]
  })
}
