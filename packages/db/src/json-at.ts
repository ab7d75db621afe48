import { type RawBuilder, sql } from 'kysely'
import { type Db, isPostgres } from './database.ts'

/** The number at an index of a column with a JSON array of integers; null where there is none. */
export const integerAt = (db: Db, column: string, index: number): RawBuilder<number | null> =>
  isPostgres(db)
    ? sql`((${sql.ref(column)}::json) ->> ${sql.lit(index)})::bigint`
    : sql`(${sql.ref(column)} ->> ${sql.lit(index)})`

/** The whole number at a path of a column with a JSON object; null where there is none. */
export const integerIn = (db: Db, column: string, path: readonly string[]) =>
  numberIn(db, column, path, 'bigint')

/** The same of any number, such as a length. */
export const decimalIn = (db: Db, column: string, path: readonly string[]) =>
  numberIn(db, column, path, 'double precision')

const numberIn = (
  db: Db,
  column: string,
  path: readonly string[],
  type: string,
): RawBuilder<number | null> =>
  isPostgres(db)
    ? sql`((${sql.ref(column)}::json) #>> ${sql.lit(`{${path.join(',')}}`)})::${sql.raw(type)}`
    : sql`(${sql.ref(column)} ->> ${sql.lit(`$.${path.join('.')}`)})`
