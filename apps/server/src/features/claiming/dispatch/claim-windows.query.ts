import {
  type Db,
  inTurn,
  isOneOf,
  isPostgres,
  letOthers,
  rawQuery,
  readingLists,
  rowsOf,
  type Turn,
} from '@hengjuan/db'
import type { AvoidanceRule } from '@hengjuan/domain'
import { type RawBuilder, sql } from 'kysely'
import {
  IS_OF_UNIT,
  isReleased,
  type PoolFilter,
  readBy,
  type ReadingRow,
  rowVersion,
  type UnitRow,
} from '../../marking-core/index.ts'

/** Part of a block's order in which a marker looks. */
export interface ClaimWindow extends PoolFilter {
  fromOrd: number
  beforeOrd: number
  limit: number
}

/** A paper that somebody may be given. */
export interface FoundPaper {
  unit: UnitRow
  /** Its readings in the order in which they began; null where they are to be read. */
  readings: readonly ReadingRow[] | null
  /** An id for a reading of it that is about to begin; null where none was taken. */
  newId: number | null
}

/** What was found in a window that was looked into before it was asked for; null where it was not. */
export type Foreseen = (window: ClaimWindow) => FoundPaper[] | null

export const NOTHING_FORESEEN: Foreseen = () => null

/**
 * Looks into windows of first and second readings together with other queries, locking what it finds. On
 * SQLite, where no way is spared, nothing is looked for.
 */
export function foresee(db: Db, windows: readonly ClaimWindow[]): Turn<Foreseen> {
  const places = windows.map((window, no) => ({ ...placeOf(window), no }))
  if (!isPostgres(db) || places.length === 0)
    return {
      statement: null,
      resultOf: () => NOTHING_FORESEEN,
      run: async () => NOTHING_FORESEEN,
    }
  const { statement, resultOf, run } = findingAll(db, 'base', places)
  return {
    statement,
    resultOf: (rows) => {
      const byNo = Map.groupBy(findsOf(resultOf(rows).found), ({ no }) => no)
      const known = new Map(
        windows.map((window, no) => [keyOf(window), byNo.get(no) ?? []] as const),
      )
      return (window) => known.get(keyOf(window)) ?? null
    },
    run: async () => (await run(), NOTHING_FORESEEN),
  }
}

const keyOf = (window: ClaimWindow): string => JSON.stringify([window.slot, placeOf(window)])

/** The same for several markers: what each of them finds, in their order. Two may find the same unit. */
export async function selectClaimables(
  db: Db,
  windows: readonly ClaimWindow[],
  foreseen: Foreseen = NOTHING_FORESEEN,
): Promise<FoundPaper[][]> {
  const known = windows.map((window) => foreseen(window))
  const found = known.map((papers) => papers ?? [])
  for (const slot of ['third', 'base'] as const) {
    const rows = windows.flatMap((window, no) =>
      known[no] === null && window.slot === slot && window.limit > 0
        ? [{ ...placeOf(window), no }]
        : [],
    )
    if (rows.length === 0) continue
    const finds = isPostgres(db) ? await findAll(db, slot, rows) : await findEach(db, slot, rows)
    for (const { no, ...paper } of finds) found[no]?.push(paper)
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
  avoidCandidateIds = [],
  mindsReleases = false,
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
  avoided_candidates: [...avoidCandidateIds],
  minds_releases: mindsReleases ? 1 : 0,
  sparing,
  only_units: onlyUnitIds && [...onlyUnitIds],
})

type Place = ReturnType<typeof placeOf> & { no: number }
interface Find extends FoundPaper {
  no: number
}

/** Written as a cross join: SQLite keeps to the order of the tables, places first. */
const freePapers = (slot: PoolFilter['slot']) => sql`unit_queue as place cross join unit
  where place.block_id = v.block_id and place.queue = ${sql.lit(slot)} and unit.id = place.unit_id
  and place.ord >= v.from_ord and place.ord < v.before_ord
  and unit.free_role ${sql.raw(slot === 'third' ? '=' : '<>')} 'R3'
  and ${readBy(sql.ref('v.marker_id'))} = 0`

/** What of the rules the markers of a round go by. */
type Kinds = ReturnType<typeof kindsOf>

const kindsOf = (places: readonly Place[]) => ({
  mindsReleases: places.some(({ minds_releases }) => minds_releases === 1),
  byRelative: places.some(({ avoided_candidates }) => avoided_candidates.length > 0),
  bySchool: places.some(
    ({ avoided_schools, only_schools }) => avoided_schools.length > 0 || only_schools !== null,
  ),
  sparing: places.some(({ sparing }) => sparing !== null),
  onlyUnits: places.some(({ only_units }) => only_units !== null),
})

/**
 * What a marker is kept from. Schools, relatives and releases are named in the statement only where a
 * marker of the round goes by them: elsewhere it is the same as ever.
 */
function notKept(db: Db, kinds: Kinds): RawBuilder<unknown> {
  const keep = (column: string, list: string, rule: AvoidanceRule) => {
    const [what, ids] = [sql.ref(`unit.${column}`), sql.ref(`v.${list}`)]
    const avoided = isPostgres(db)
      ? sql`not ${what} = any(${ids})`
      : sql`${what} not in (select value from json_each(${ids}))`
    return kinds.mindsReleases ? sql`and (${avoided} or ${isReleased(rule)})` : sql`and ${avoided}`
  }
  const parts = [keep('class_id', 'avoided', 'own_class')]
  if (kinds.byRelative) parts.push(keep('candidate_id', 'avoided_candidates', 'relative'))
  if (kinds.bySchool)
    parts.push(
      keep('school_id', 'avoided_schools', 'own_school'),
      isPostgres(db)
        ? sql`and (v.only_schools is null or unit.school_id = any(v.only_schools))`
        : sql`and (v.only_schools is null
            or unit.school_id in (select value from json_each(v.only_schools)))`,
    )
  return sql.join(parts, sql` `)
}

/** The same for who leaves papers to others: at the end of shared-out blocks only. */
function byShare(db: Db, { sparing, onlyUnits }: Kinds): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = []
  if (sparing)
    parts.push(sql`and (v.sparing is null or unit.free_role = 'R1'
      or ${readBy(sql.ref('v.sparing'))} = 1)`)
  if (onlyUnits)
    parts.push(
      isPostgres(db)
        ? sql`and (v.only_units is null or unit.id = any(v.only_units))`
        : sql`and (v.only_units is null
            or unit.id in (select value from json_each(v.only_units)))`,
    )
  return parts.length === 0 ? sql`` : sql.join(parts, sql` `)
}

/**
 * Each with its readings and an id for the next one, which spares two more statements. A paper is as new as its
 * lock, its readings as old as the statement: where its version says that they differ, they are read anew.
 */
function findingAll(db: Db, slot: PoolFilter['slot'], places: readonly Place[]) {
  const kinds = kindsOf(places)
  return readingLists(db, `claims ${slot} ${JSON.stringify(kinds)}`, { places }, (given) => ({
    found: rawQuery(
      db,
      sql<UnitRow & Beside>`
    select v.no, free.*, nextval('reading_id_seq')::integer as new_id,
      (select seen.version from unit as seen where seen.id = free.id) as seen_version,
      (select json_agg(own order by own.id) from (
        select reading.*, ${rowVersion('reading')} from reading
        where reading.unit_id = free.id and ${IS_OF_UNIT}) as own) as readings
    from ${rowsOf(db, given.places, PLACE)} cross join lateral (
      select unit.* from ${freePapers(slot)} ${notKept(db, kinds)} ${byShare(db, kinds)}
      order by place.ord
      limit v.most
      for update of unit skip locked
    ) as free
    order by v.no, free.ord`,
    ),
  }))
}

async function findAll(
  db: Db,
  slot: PoolFilter['slot'],
  places: readonly Place[],
): Promise<Find[]> {
  const [{ found }] = await inTurn(db, [findingAll(db, slot, places)])
  return findsOf(found)
}

const findsOf = (rows: readonly (UnitRow & Beside)[]): Find[] =>
  rows.map((row) => ({
    no: row.no,
    unit: row,
    readings: row.seen_version === row.version ? (row.readings ?? []) : null,
    newId: row.new_id,
  }))

interface Beside {
  no: number
  new_id: number
  seen_version: number
  readings: ReadingRow[] | null
}

/** SQLite knows no `lateral`, and no limit that differs by row: everybody finds as many as the neediest. */
async function findEach(
  db: Db,
  slot: PoolFilter['slot'],
  places: readonly Place[],
): Promise<Find[]> {
  const most = Math.max(...places.map((place) => place.most))
  const kinds = kindsOf(places)
  await letOthers()
  const name = `claims ${slot} ${JSON.stringify(kinds)} ${most}`
  const [{ rows }] = await inTurn(db, [
    readingLists(db, name, { places }, (given) => ({
      rows: rawQuery(
        db,
        sql<{ no: number; ids: string }>`
    select v.no, (
      select json_group_array(id) from (
        select unit.id from ${freePapers(slot)} ${notKept(db, kinds)} ${byShare(db, kinds)}
        order by place.ord
        limit ${most}
      )
    ) as ids
    from ${rowsOf(db, given.places, PLACE)}`,
      ),
    })),
  ])
  await letOthers()
  const found = rows.map((row) => ({ no: row.no, ids: JSON.parse(row.ids) as number[] }))
  const ids = [...new Set(found.flatMap((one) => one.ids))]
  if (ids.length === 0) return []
  const [{ units }] = await inTurn(db, [
    readingLists(db, 'claims, papers', { ids }, (given) => ({
      units: db
        .selectFrom('unit')
        .selectAll()
        .where(isOneOf(db, 'id', given.ids)),
    })),
  ])
  const byId = new Map(units.map((unit) => [unit.id, unit]))
  const limits = new Map(places.map((place) => [place.no, place.most]))
  return found.flatMap(({ no, ids: own }) =>
    own.slice(0, limits.get(no)).flatMap((id) => {
      const unit = byId.get(id)
      return unit ? [{ no, unit, readings: null, newId: null }] : []
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
  avoided_candidates: 'integer[]',
  minds_releases: 'integer',
  sparing: 'integer',
  only_units: 'integer[]',
} as const
