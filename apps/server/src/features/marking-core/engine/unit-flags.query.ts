import type { Db } from '@hengjuan/db'
import { UNIT_FLAGS, type UnitFlag, unitFlagsOf } from '@hengjuan/domain'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { flagsOf } from './unit-facts.ts'

const FLAGS = Object.keys(UNIT_FLAGS) as UnitFlag[]

/** A flag that is not set is left out of the column. */
const isStored = (flag: UnitFlag): RawBuilder<SqlBool> =>
  sql`unit.flags like ${sql.lit(`%"${flag}":true%`)}`

/** Has a paper this flag? As `unitFlagsOf` says, in a query over `unit`. */
export const hasUnitFlag = (flag: UnitFlag): RawBuilder<SqlBool> =>
  flag === 'over_tolerance'
    ? sql`${isStored(flag)} and not ${isStored('forced_pair')}`
    : isStored(flag)

const hasAny = sql<SqlBool>`(${sql.join(FLAGS.map(isStored), sql` or `)})`

export type UnitFlagCounts = Record<UnitFlag, number>

/** How many papers have each flag; those that have none are not read further. */
const flagCount = (flag: UnitFlag): RawBuilder<number> =>
  sql`sum(case when ${hasUnitFlag(flag)} then 1 else 0 end)`

/** Papers with flags, by block of an exam; blocks without any are missing. */
export async function selectFlagCounts(
  db: Db,
  examId: number,
): Promise<Map<number, UnitFlagCounts>> {
  const rows = await db
    .selectFrom('unit')
    .where('exam_id', '=', examId)
    .where(hasAny)
    .groupBy('block_id')
    .select('block_id')
    .select(FLAGS.map((flag) => flagCount(flag).as(flag)))
    .execute()
  return new Map(rows.map(({ block_id, ...counts }) => [block_id, numbersOf(counts)]))
}

/** The counts as the database gave them; nothing where it counted none. */
export const numbersOf = (counts: { [K in UnitFlag]: number | string | null }): UnitFlagCounts => ({
  over_tolerance: Number(counts.over_tolerance ?? 0),
  forced_pair: Number(counts.forced_pair ?? 0),
  sheet_gone: Number(counts.sheet_gone ?? 0),
})

/** Papers of a subject with flags, by candidate. */
export async function flaggedMarks(
  db: Db,
  { examId, subjectId }: { examId: number; subjectId: number },
): Promise<Map<number, { block_name: string; flag: UnitFlag }[]>> {
  const rows = await db
    .selectFrom('unit')
    .innerJoin('block', 'block.id', 'unit.block_id')
    .where('unit.exam_id', '=', examId)
    .where('unit.subject_id', '=', subjectId)
    .where(hasAny)
    .select(['unit.candidate_id', 'unit.flags', 'block.name'])
    .orderBy('block.sort')
    .orderBy('block.id')
    .execute()
  return new Map(
    [...Map.groupBy(rows, ({ candidate_id }) => candidate_id)].map(([id, own]) => [
      id,
      own.flatMap((row) =>
        unitFlagsOf(flagsOf(row)).map((flag) => ({ block_name: row.name, flag })),
      ),
    ]),
  )
}
