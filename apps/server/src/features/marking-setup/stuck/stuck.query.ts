import { type Db, isOneOf, isPostgres, rowsOf, whereGiven } from '@hengjuan/db'
import { sql } from 'kysely'
import { excludedFrom, FREE, isReadOf } from '../../marking-core/index.ts'

/** Papers of one block that the same markers may read, for all that the rules of avoidance know of them. */
export interface FreeGroup {
  block_id: number
  class_id: number
  school_id: number
  /** Bits of `RELEASE_BITS`. */
  released: number
  /** The candidate, where somebody is kept from their papers as a relative; 0 for all others. */
  kin: number
}

/** Such papers that everybody who may read them has read, or passed on to the others. */
export interface ReadByAll extends FreeGroup {
  /** Markers who may read these papers. */
  able: number[]
}

const GROUP = {
  block_id: 'integer',
  class_id: 'integer',
  school_id: 'integer',
  released: 'integer',
  kin: 'integer',
} as const

const GROUP_KEYS = Object.keys(GROUP) as (keyof typeof GROUP)[]

/** Candidates of an exam from whose papers somebody is kept as a relative. */
export async function selectKin(db: Db, examId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('avoided_pair')
    .where('exam_id', '=', examId)
    .where('removed_at', 'is', null)
    .select('candidate_id')
    .distinct()
    .execute()
  return rows.map(({ candidate_id }) => candidate_id)
}

const kinOf = (db: Db, kin: readonly number[]) =>
  kin.length === 0
    ? sql<number>`0`
    : sql<number>`case when ${isOneOf(db, 'unit.candidate_id', kin)} then unit.candidate_id else 0 end`

/** Papers that somebody could take, by block and where they come from. */
export const selectFreeGroups = (
  db: Db,
  on: { examId: number; blockId?: number | undefined },
  kin: readonly number[],
) =>
  db
    .selectFrom('block')
    .innerJoin('unit_queue as place', 'place.block_id', 'block.id')
    .innerJoin('unit', 'unit.id', 'place.unit_id')
    .where('block.exam_id', '=', on.examId)
    .where((eb) => whereGiven(eb, { 'block.id': on.blockId }))
    .where('place.queue', 'in', FREE)
    .groupBy(['unit.block_id', 'class_id', 'school_id', 'released', sql`kin`])
    .select(['unit.block_id', 'class_id', 'school_id', 'released', kinOf(db, kin).as('kin')])
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .execute()

/**
 * Papers of these groups that everybody who may read them has read or passed on; all of a group that nobody may
 * read.
 */
export const readByAll = (db: Db, asks: readonly ReadByAll[], kin: readonly number[]) => {
  const isAble = isPostgres(db)
    ? sql`marker_id = any(v.able)`
    : sql`marker_id in (select value from json_each(v.able))`
  const excluded = isPostgres(db)
    ? sql`select value::integer from jsonb_array_elements(${excludedFrom(db)})`
    : sql`select value from json_each(${excludedFrom(db)})`
  const groups = rowsOf(
    db,
    asks.map(({ block_id, class_id, school_id, released, kin: own, able }, no) => ({
      no,
      block_id,
      class_id,
      school_id,
      released,
      kin: own,
      able,
      need: able.length,
    })),
    { no: 'integer', ...GROUP, able: 'integer[]', need: 'integer' },
  )
  const blockIds = [...new Set(asks.map(({ block_id }) => block_id))]
  return (
    db
      // SQLite looks for the group of each paper in an index that it makes; in another order, or of groups that it reads
      // out of their list each time, it would go through hundreds of thousands of pairs for a block.
      .with(
        (cte) => cte('v').materialized(),
        (query) =>
          query
            .selectFrom(groups)
            .select(['v.no', 'v.able', 'v.need'])
            // What is compared with columns of a table has to be of their type to be in that index.
            .select(
              GROUP_KEYS.map((key) => sql<number>`cast(${sql.ref(`v.${key}`)} as integer)`.as(key)),
            ),
      )
      .selectFrom('unit_queue as place')
      .crossJoin('unit')
      .crossJoin('v')
      .where(isOneOf(db, 'place.block_id', blockIds))
      .whereRef('unit.id', '=', 'place.unit_id')
      .whereRef('v.block_id', '=', 'unit.block_id')
      .whereRef('v.class_id', '=', 'unit.class_id')
      .whereRef('v.school_id', '=', 'unit.school_id')
      .whereRef('v.released', '=', 'unit.released')
      .where(kinOf(db, kin), '=', sql.ref<number>('v.kin'))
      .where('place.queue', 'in', FREE)
      .where(
        sql<number>`(select count(distinct marker_id) from (
          select reading.marker_id from reading where reading.unit_id = unit.id and ${isReadOf}
          union all ${excluded}) as closed where ${isAble})`,
        '>=',
        sql<number>`v.need`,
      )
  )
}

/** Such papers one by one, each with the place of its group in the list; in the order of the groups. */
export async function selectReadByAll(
  db: Db,
  asks: readonly ReadByAll[],
  kin: readonly number[],
  limit: number,
) {
  if (asks.length === 0) return []
  return readByAll(db, asks, kin)
    .innerJoin('class', 'class.id', 'unit.class_id')
    .innerJoin('school', 'school.id', 'unit.school_id')
    .select(['v.no', 'unit.id', 'unit.secret_code', 'unit.facts'])
    .select(['class.name as class_name', 'school.name as school_name'])
    .orderBy('v.no')
    .orderBy('unit.ord')
    .limit(limit)
    .execute()
}

/** How many papers of each block everybody who may read them has read or passed on already. */
export async function countReadByAll(db: Db, asks: readonly ReadByAll[], kin: readonly number[]) {
  if (asks.length === 0) return []
  return readByAll(db, asks, kin)
    .groupBy('unit.block_id')
    .select(['unit.block_id'])
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .execute()
}
