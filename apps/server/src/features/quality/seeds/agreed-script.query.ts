import type { Db } from '@hengjuan/db'
import { type SqlBool, sql } from 'kysely'
import { hasUnitFlag } from '../../marking-core/index.ts'

/** The script of a paper as long as it is one. */
export const findScript = (db: Db, unitId: number) => agreedScripts(db, unitId).executeTakeFirst()

/** Of `unit`: its score still is what was agreed, and its sheet counts. */
export const isAsAgreed = sql<SqlBool>`(unit.final_source = 'BENCHMARK' and not (${hasUnitFlag('sheet_gone')}))`

/** The same where markers are measured by it: with its sheet, none in its place, and no other score since. */
export const findMeasure = (db: Db, unitId: number) =>
  agreedScripts(db, unitId)
    .innerJoin('unit', 'unit.id', 'benchmark_script.unit_id')
    .where(isAsAgreed)
    .executeTakeFirst()

const agreedScripts = (db: Db, unitId: number) =>
  db
    .selectFrom('benchmark_script')
    .select(['benchmark_script.id', 'benchmark_script.points', 'benchmark_script.total_milli'])
    .where('benchmark_script.unit_id', '=', unitId)
    .where('benchmark_script.state', '=', 'agreed')
