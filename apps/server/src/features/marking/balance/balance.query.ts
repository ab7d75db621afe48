import type { Db } from '@hengjuan/db'
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
  const byMarker = Map.groupBy(rows, ({ marker_id }) => marker_id)
  return new Map(
    [...byMarker].map(([id, list]) => [
      id,
      list.map(({ hour: text, count }) => ({ hour: text, count: Number(count) })),
    ]),
  )
}

/**
 * Is a block balanced by itself? As it was switched last; where nobody ever did, average allocation is,
 * and stays so after a balancing gave everybody a quota.
 *
 * @param events  of the block, the earliest first; empty rows of a join count for nothing
 */
function isBalanced(
  allocMode: number,
  events: readonly { kind: string | null; changes: string | null }[],
): boolean {
  const switched = events.findLast(({ kind }) => kind === 'on' || kind === 'off')
  if (switched) return switched.kind === 'on'
  const first = events.find(({ kind }) => kind === 'balance')
  const { allocMode: before } = JSON.parse(first?.changes ?? '{}') as { allocMode?: number }
  return (before ?? allocMode) === AVERAGE
}

/** Is this block balanced by itself? */
export async function findIsBalanced(
  db: Db,
  block: { id: number; alloc_mode: number },
): Promise<boolean> {
  const events = await db
    .selectFrom('balance_event')
    .where('block_id', '=', block.id)
    .select(['kind', 'changes'])
    .orderBy('id')
    .execute()
  return isBalanced(block.alloc_mode, events)
}

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
export async function selectBalancedBlocks(db: Db) {
  const rows = await db
    .selectFrom('block')
    .leftJoin('balance_event as event', 'event.block_id', 'block.id')
    .where('block.status', '=', 'open')
    .where('block.alloc_mode', '<>', 1)
    .select(['block.id', 'block.alloc_mode', 'event.kind', 'event.changes', 'event.at'])
    .orderBy('event.id')
    .execute()
  const blocks = new Map<number, { isOn: boolean; lastAt: string | null }>()
  for (const [id, events] of Map.groupBy(rows, (row) => row.id)) {
    blocks.set(id, {
      isOn: isBalanced(events[0]?.alloc_mode ?? DYNAMIC, events),
      lastAt: events.findLast(({ kind }) => kind === 'balance')?.at ?? null,
    })
  }
  return [...blocks].flatMap(([id, { isOn, lastAt }]) => (isOn ? [{ id, lastAt }] : []))
}
