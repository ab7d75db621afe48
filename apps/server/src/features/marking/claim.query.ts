import { type Db, isOneOf, isPostgres, rowsOf, skipLocked } from '@hengjuan/db'
import { type RawBuilder, sql } from 'kysely'
import { keptBriefly } from './kept-briefly.ts'
import type { UnitRow } from './unit-facts.ts'

/** What a marker may be given, as far as SQL can say. */
export interface PoolFilter {
  blockId: number
  markerId: number
  slot: 'base' | 'third'
  /** Classes and schools that the marker avoids. */
  avoidClassIds: readonly number[]
  avoidSchoolIds?: readonly number[]
  /** The only schools whose papers the marker reads; null for all. */
  onlySchoolIds?: readonly number[] | null
  /** Leaves to this marker what only they can finish: papers that somebody else has read, and they have not. */
  sparing?: number | null
  /** The only papers that are the marker's; null for all. */
  onlyUnitIds?: readonly number[] | null
}

/** Readings that keep their marker from reading the unit again in its present form. */
export const isReadOf = sql<boolean>`(reading.state in ('claimed', 'submitted', 'rejected')
  or reading.superseded_by in ('backmark', 'remark'))`

/**
 * Has the marker read this unit in its present form? A scalar lookup in the index of `reading.unit_id`;
 * as `not exists` planners turn it into a join over the whole table.
 */
const readBy = (markerId: number | RawBuilder<unknown>) => sql<number>`coalesce((
  select 1 from reading
  where reading.unit_id = unit.id and reading.marker_id = ${markerId} and ${isReadOf}
  limit 1), 0)`

/** Papers of a block that a marker may read, as far as they say where they come from. */
const poolOf = (
  db: Db,
  {
    blockId,
    markerId,
    avoidClassIds,
    avoidSchoolIds = [],
    onlySchoolIds = null,
  }: Omit<PoolFilter, 'slot'>,
) =>
  db
    .selectFrom('unit')
    .where('block_id', '=', blockId)
    .where('free_role', 'is not', null)
    .where(readBy(markerId), '=', 0)
    .$if(avoidClassIds.length > 0, (query) => query.where('class_id', 'not in', avoidClassIds))
    .$if(avoidSchoolIds.length > 0, (query) => query.where('school_id', 'not in', avoidSchoolIds))
    .$if(onlySchoolIds !== null, (query) =>
      query.where(isOneOf(db, 'unit.school_id', onlySchoolIds ?? [])),
    )

const pool = (db: Db, filter: PoolFilter) =>
  poolOf(db, filter)
    // Written out: an index of some rows serves only a statement that names the same rows.
    .where(
      filter.slot === 'third' ? sql<boolean>`free_role = 'R3'` : sql<boolean>`free_role <> 'R3'`,
    )

/**
 * Units with a free slot for a marker, in serving order within `[fromOrd, beforeOrd)`. On PostgreSQL they
 * are locked, and what others hold is passed over.
 */
export const selectClaimable = (
  db: Db,
  filter: PoolFilter & { fromOrd: number; beforeOrd: number; limit: number },
) =>
  skipLocked(
    db,
    pool(db, filter)
      .where('ord', '>=', filter.fromOrd)
      .where('ord', '<', filter.beforeOrd)
      .selectAll('unit')
      .orderBy('ord')
      .limit(filter.limit),
  ).execute()

/** In which of these blocks third readings wait for somebody. */
export async function selectBlocksWithThirds(
  db: Db,
  blockIds: readonly number[],
): Promise<Set<number>> {
  const rows = await db
    .selectFrom('block')
    .select('id')
    .where(isOneOf(db, 'id', blockIds))
    .where(
      sql<number>`coalesce((select 1 from unit
        where unit.block_id = block.id and unit.free_role = 'R3' limit 1), 0)`,
      '=',
      1,
    )
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Part of a block's order in which a marker looks. */
export interface ClaimWindow extends PoolFilter {
  fromOrd: number
  beforeOrd: number
  limit: number
}

/** The same for several markers: what each of them finds, in their order. Two may find the same unit. */
export async function selectClaimables(
  db: Db,
  windows: readonly ClaimWindow[],
): Promise<UnitRow[][]> {
  const found: UnitRow[][] = windows.map(() => [])
  for (const slot of ['third', 'base'] as const) {
    const rows = windows.flatMap((window, no) =>
      window.slot === slot && window.limit > 0 ? [{ ...placeOf(window), no }] : [],
    )
    if (rows.length === 0) continue
    const finds = isPostgres(db) ? await findAll(db, slot, rows) : await findEach(db, slot, rows)
    for (const { no, unit } of finds) found[no]?.push(unit)
  }
  return found
}

const placeOf = ({
  blockId,
  markerId,
  fromOrd,
  beforeOrd,
  limit,
  avoidClassIds,
  avoidSchoolIds = [],
  onlySchoolIds = null,
  sparing = null,
  onlyUnitIds = null,
}: ClaimWindow) => ({
  block_id: blockId,
  marker_id: markerId,
  from_ord: fromOrd,
  before_ord: beforeOrd,
  most: limit,
  avoided: [...avoidClassIds],
  avoided_schools: [...avoidSchoolIds],
  only_schools: onlySchoolIds && [...onlySchoolIds],
  sparing,
  only_units: onlyUnitIds && [...onlyUnitIds],
})

type Place = ReturnType<typeof placeOf> & { no: number }
interface Find {
  no: number
  unit: UnitRow
}

const isFree = (slot: PoolFilter['slot']) => sql`unit.block_id = v.block_id
  and unit.free_role ${sql.raw(slot === 'third' ? '=' : '<>')} 'R3' and unit.free_role is not null
  and unit.ord >= v.from_ord and unit.ord < v.before_ord
  and ${readBy(sql.ref('v.marker_id'))} = 0`

/**
 * Schools are named in the statement only where a marker of the round goes by them: elsewhere it is the
 * same as ever.
 */
function bySchool(db: Db, places: readonly Place[]): RawBuilder<unknown> {
  const isAsked = places.some(
    ({ avoided_schools, only_schools }) => avoided_schools.length > 0 || only_schools !== null,
  )
  if (!isAsked) return sql``
  return isPostgres(db)
    ? sql`and not unit.school_id = any(v.avoided_schools)
        and (v.only_schools is null or unit.school_id = any(v.only_schools))`
    : sql`and unit.school_id not in (select value from json_each(v.avoided_schools))
        and (v.only_schools is null
          or unit.school_id in (select value from json_each(v.only_schools)))`
}

/** The same for who leaves papers to others: at the end of shared-out blocks only. */
function byShare(db: Db, places: readonly Place[]): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = []
  if (places.some(({ sparing }) => sparing !== null))
    parts.push(sql`and (v.sparing is null or unit.free_role = 'R1'
      or ${readBy(sql.ref('v.sparing'))} = 1)`)
  if (places.some(({ only_units }) => only_units !== null))
    parts.push(
      isPostgres(db)
        ? sql`and (v.only_units is null or unit.id = any(v.only_units))`
        : sql`and (v.only_units is null
            or unit.id in (select value from json_each(v.only_units)))`,
    )
  return parts.length === 0 ? sql`` : sql.join(parts, sql` `)
}

async function findAll(
  db: Db,
  slot: PoolFilter['slot'],
  places: readonly Place[],
): Promise<Find[]> {
  const { rows } = await sql<UnitRow & { no: number }>`
    select v.no, free.*
    from ${rowsOf(db, places, PLACE)} cross join lateral (
      select unit.* from unit
      where ${isFree(slot)} and not unit.class_id = any(v.avoided) ${bySchool(db, places)}
        ${byShare(db, places)}
      order by unit.ord
      limit v.most
      for update skip locked
    ) as free
    order by v.no, free.ord`.execute(db)
  return rows.map(({ no, ...unit }) => ({ no, unit }))
}

/** SQLite knows no `lateral`, and no limit that differs by row: everybody finds as many as the neediest. */
async function findEach(
  db: Db,
  slot: PoolFilter['slot'],
  places: readonly Place[],
): Promise<Find[]> {
  const most = Math.max(...places.map((place) => place.most))
  const { rows } = await sql<{ no: number; ids: string }>`
    select v.no, (
      select json_group_array(id) from (
        select unit.id from unit
        where ${isFree(slot)} and unit.class_id not in (select value from json_each(v.avoided))
          ${bySchool(db, places)} ${byShare(db, places)}
        order by unit.ord
        limit ${most}
      )
    ) as ids
    from ${rowsOf(db, places, PLACE)}`.execute(db)
  const found = rows.map((row) => ({ no: row.no, ids: JSON.parse(row.ids) as number[] }))
  const ids = [...new Set(found.flatMap((one) => one.ids))]
  if (ids.length === 0) return []
  const units = await db
    .selectFrom('unit')
    .selectAll()
    .where(isOneOf(db, 'id', ids))
    .execute()
  const byId = new Map(units.map((unit) => [unit.id, unit]))
  const limits = new Map(places.map((place) => [place.no, place.most]))
  return found.flatMap(({ no, ids: own }) =>
    own.slice(0, limits.get(no)).flatMap((id) => {
      const unit = byId.get(id)
      return unit ? [{ no, unit }] : []
    }),
  )
}

const PLACE = {
  no: 'integer',
  block_id: 'integer',
  marker_id: 'integer',
  from_ord: 'bigint',
  before_ord: 'bigint',
  most: 'integer',
  avoided: 'integer[]',
  avoided_schools: 'integer[]',
  only_schools: 'integer[]',
  sparing: 'integer',
  only_units: 'integer[]',
} as const

export async function countClaimable(db: Db, filter: Omit<PoolFilter, 'slot'>): Promise<number> {
  const { count } = await poolOf(db, filter)
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Who has read or holds which of these units. */
export const selectReaders = (db: Db, unitIds: readonly number[]) =>
  db
    .selectFrom('reading')
    .select(['unit_id', 'marker_id'])
    .where(isOneOf(db, 'unit_id', unitIds))
    .where('state', 'in', ['claimed', 'submitted', 'rejected'])
    .execute()

/** The last times that papers of a block took, newest first. */
export async function selectRecentActiveMs(
  db: Db,
  blockId: number,
  markerId?: number,
): Promise<number[]> {
  const rows = await db
    .selectFrom('reading')
    .select('active_ms')
    .where('block_id', '=', blockId)
    .where(sql<boolean>`state = 'submitted'`)
    .where('active_ms', '>', 0)
    .$if(markerId !== undefined, (query) => query.where('marker_id', '=', markerId ?? 0))
    .orderBy('id', 'desc')
    .limit(51)
    .execute()
  return rows.map(({ active_ms }) => active_ms ?? 0)
}

/** The usual time of a paper in each block; not to the last paper. */
export const medianOfBlocks = keptBriefly<number, number>(async (db, blockIds) => {
  const medians = new Map<number, number>()
  for (const id of blockIds) {
    const median = medianOf(await selectRecentActiveMs(db, id))
    if (median !== null) medians.set(id, median)
  }
  return medians
})

/** The same of each marker, by block and marker with a space between. */
export const medianOfMarkers = keptBriefly<string, number>(async (db, keys) => {
  const medians = new Map<string, number>()
  for (const key of keys) {
    const [blockId = 0, markerId = 0] = key.split(' ').map(Number)
    const median = medianOf(await selectRecentActiveMs(db, blockId, markerId))
    if (median !== null) medians.set(key, median)
  }
  return medians
})

/** The middle of some times; null without any. */
export function medianOf(values: readonly number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? null
}
