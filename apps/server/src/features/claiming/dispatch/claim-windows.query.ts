import { type Db, isOneOf, isPostgres, rowsOf, yieldToEventLoop } from '@hengjuan/db'
import type { AvoidanceRule } from '@hengjuan/domain'
import { type RawBuilder, sql } from 'kysely'
import { isReleased, type PoolFilter, readBy, type UnitRow } from '../../marking-core/index.ts'

/** Part of a block's order in which a marker looks. */
export interface ClaimWindow extends PoolFilter {
  fromOrd: number
  beforeOrd: number
  limit: number
}

/** What each of several markers finds, in their order. Two may find the same unit. */
export async function selectClaimables(
  db: Db,
  windows: readonly ClaimWindow[],
): Promise<UnitRow[][]> {
  const found = windows.map((): UnitRow[] => [])
  for (const slot of ['third', 'base'] as const) {
    const places = windows.flatMap((window, no) =>
      window.slot === slot && window.limit > 0 ? [{ ...placeOf(window), no }] : [],
    )
    if (places.length === 0) continue
    const finds = isPostgres(db)
      ? await findAll(db, slot, places)
      : await findEach(db, slot, places)
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
interface Find {
  no: number
  unit: UnitRow
}

/** Written as a cross join: SQLite keeps to the order of the tables, places first. */
const freePapers = (slot: PoolFilter['slot']) => sql`unit_queue as place cross join unit
  where place.block_id = v.block_id and place.queue = ${sql.lit(slot)} and unit.id = place.unit_id
  and place.ord >= v.from_ord and place.ord < v.before_ord
  and unit.free_role ${sql.raw(slot === 'third' ? '=' : '<>')} 'R3'
  and ${readBy(sql.ref('v.marker_id'))} = 0`

/** What of the rules the markers of a batch go by. */
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
 * marker of the batch goes by them: elsewhere it is the same as ever.
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

async function findAll(
  db: Db,
  slot: PoolFilter['slot'],
  places: readonly Place[],
): Promise<Find[]> {
  const kinds = kindsOf(places)
  const { rows } = await sql<UnitRow & { no: number }>`
    select v.no, free.*
    from ${rowsOf(db, places, PLACE)} cross join lateral (
      select unit.* from ${freePapers(slot)} ${notKept(db, kinds)} ${byShare(db, kinds)}
      order by place.ord
      limit v.most
      for update of unit skip locked
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
  const kinds = kindsOf(places)
  await yieldToEventLoop()
  const { rows } = await sql<{ no: number; ids: string }>`
    select v.no, (
      select json_group_array(id) from (
        select unit.id from ${freePapers(slot)} ${notKept(db, kinds)} ${byShare(db, kinds)}
        order by place.ord
        limit ${most}
      )
    ) as ids
    from ${rowsOf(db, places, PLACE)}`.execute(db)
  const limits = new Map(places.map((place) => [place.no, place.most]))
  const found = rows.map(({ no, ids }) => ({
    no,
    ids: (JSON.parse(ids) as number[]).slice(0, limits.get(no)),
  }))
  const ids = found.flatMap((one) => one.ids)
  if (ids.length === 0) return []
  await yieldToEventLoop()
  const units = await db
    .selectFrom('unit')
    .selectAll()
    .where(isOneOf(db, 'id', ids))
    .execute()
  const byId = new Map(units.map((unit) => [unit.id, unit]))
  return found.flatMap(({ no, ids: own }) =>
    own.flatMap((id) => {
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
  avoided_candidates: 'integer[]',
  minds_releases: 'integer',
  sparing: 'integer',
  only_units: 'integer[]',
} as const
