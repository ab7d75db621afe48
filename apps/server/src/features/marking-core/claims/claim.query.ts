import { countRows, type Db, isOneOf, isPostgres, skipLocked, type Tables } from '@hengjuan/db'
import { type AvoidanceRule, RELEASE_BITS } from '@hengjuan/domain'
import { expressionBuilder, type RawBuilder, sql } from 'kysely'
import { FREE, papersIn, type UnitQueue } from '../engine/unit-queue.query.ts'

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
  /** Candidates whom the marker is related to. */
  avoidCandidateIds?: readonly number[]
  /** Were papers of the block released from what is avoided? */
  mindsReleases?: boolean
  /** Leaves to this marker what only they can finish: papers that somebody else has read, and they have not. */
  sparing?: number | null
  /** The only papers that are the marker's; null for all. */
  onlyUnitIds?: readonly number[] | null
}

/** Is a paper released from a rule? Asked only where papers of the block are. */
export const isReleased = (rule: AvoidanceRule) =>
  sql<boolean>`(unit.released & ${sql.lit(RELEASE_BITS[rule])}) <> 0`

/** Readings that keep their marker from reading the unit again in its present form. */
export const isReadOf = sql<boolean>`(reading.state in ('claimed', 'submitted', 'rejected')
  or reading.superseded_by in ('backmark', 'remark', 'passed_on'))`

const NOBODY_EXCLUDED = sql.lit('"excludedMarkers":[]')

/** Markers who are not given a paper because it was returned to others, as JSON; null for nearly every paper. */
export const excludedFrom = (db: Db) =>
  isPostgres(db)
    ? sql`case when strpos(unit.facts, ${NOBODY_EXCLUDED}) = 0
        then unit.facts::jsonb -> 'excludedMarkers' end`
    : sql`case when instr(unit.facts, ${NOBODY_EXCLUDED}) = 0
        then json_extract(unit.facts, '$.excludedMarkers') end`

/** Is a marker one of them? */
const isExcluded = (db: Db, markerId: number) =>
  isPostgres(db)
    ? sql<boolean>`coalesce(${excludedFrom(db)} @> to_jsonb(${markerId}::integer), false)`
    : sql<boolean>`exists (select 1 from json_each(${excludedFrom(db)}) where value = ${markerId})`

/**
 * Has the marker read this unit in its present form? A scalar lookup in the index of `reading.unit_id`;
 * as `not exists` planners turn it into a join over the whole table.
 */
export const readBy = (markerId: number | RawBuilder<unknown>) => sql<number>`coalesce((
  select 1 from reading
  where reading.unit_id = unit.id and reading.marker_id = ${markerId} and ${isReadOf}
  limit 1), 0)`

/** Papers of a block with a free slot that a marker may read. */
const poolOf = (
  db: Db,
  {
    blockId,
    markerId,
    avoidClassIds,
    avoidSchoolIds = [],
    onlySchoolIds = null,
    avoidCandidateIds = [],
    mindsReleases = false,
  }: Omit<PoolFilter, 'slot'>,
  queue: UnitQueue | readonly UnitQueue[],
) => {
  const avoids = (
    column: 'class_id' | 'school_id' | 'candidate_id',
    ids: readonly number[],
    rule: AvoidanceRule,
  ) => {
    const { eb } = expressionBuilder<Tables, 'unit'>()
    const avoided = eb(column, 'not in', ids)
    return mindsReleases ? eb.or([avoided, isReleased(rule)]) : avoided
  }
  return papersIn(db, blockId, queue)
    .where(readBy(markerId), '=', 0)
    .where((eb) => eb.not(isExcluded(db, markerId)))
    .$if(avoidClassIds.length > 0, (query) =>
      query.where(avoids('class_id', avoidClassIds, 'own_class')),
    )
    .$if(avoidSchoolIds.length > 0, (query) =>
      query.where(avoids('school_id', avoidSchoolIds, 'own_school')),
    )
    .$if(avoidCandidateIds.length > 0, (query) =>
      query.where(avoids('candidate_id', avoidCandidateIds, 'relative')),
    )
    .$if(onlySchoolIds !== null, (query) =>
      query.where(isOneOf(db, 'unit.school_id', onlySchoolIds ?? [])),
    )
}

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
    poolOf(db, filter, filter.slot)
      .where('place.ord', '>=', filter.fromOrd)
      .where('place.ord', '<', filter.beforeOrd)
      // Asked of the paper as well: it is as new as its lock, where it stands is as old as the statement.
      .where('unit.free_role', filter.slot === 'third' ? '=' : '<>', 'R3')
      .selectAll('unit')
      .orderBy('place.ord')
      .limit(filter.limit),
    'unit',
  ).execute()

/** Those of these blocks in which third readings wait for somebody. */
export const blocksWithThirds = (db: Db, blockIds: readonly number[]) =>
  db
    .selectFrom('block')
    .select('id')
    .where(isOneOf(db, 'id', blockIds))
    .where(
      sql<number>`coalesce((select 1 from unit_queue as place
        where place.block_id = block.id and place.queue = 'third' limit 1), 0)`,
      '=',
      1,
    )

/** The first of the papers with a first or second slot that a marker may read, as they are served. */
export const selectFirstClaimable = (db: Db, filter: Omit<PoolFilter, 'slot'>, limit: number) =>
  poolOf(db, filter, 'base').selectAll('unit').orderBy('place.ord').limit(limit).execute()

export async function countClaimable(
  db: Db,
  filter: Omit<PoolFilter, 'slot'>,
  queue: UnitQueue | readonly UnitQueue[] = FREE,
): Promise<number> {
  return countRows(poolOf(db, filter, queue))
}

/** Who has read or holds which of these units. */
export const selectReaders = (db: Db, unitIds: readonly number[]) =>
  db
    .selectFrom('reading')
    .select(['unit_id', 'marker_id'])
    .where(isOneOf(db, 'unit_id', unitIds))
    .where('state', 'in', ['claimed', 'submitted', 'rejected'])
    .execute()
