import type { Db } from '@hengjuan/db'

/** The script of a paper as long as it is one. */
export const findScript = (db: Db, unitId: number) => agreedScripts(db, unitId).executeTakeFirst()

/** The same where markers are measured by it: not with another sheet in its place, or another score since. */
export const findMeasure = (db: Db, unitId: number) =>
  agreedScripts(db, unitId)
    .innerJoin('unit', 'unit.id', 'benchmark_script.unit_id')
    .where('unit.final_source', '=', 'BENCHMARK')
    .executeTakeFirst()

const agreedScripts = (db: Db, unitId: number) =>
  db
    .selectFrom('benchmark_script')
    .select(['benchmark_script.id', 'benchmark_script.points', 'benchmark_script.total_milli'])
    .where('benchmark_script.unit_id', '=', unitId)
    .where('benchmark_script.state', '=', 'agreed')
