import { type RawBuilder, sql } from 'kysely'
import { type Db, isPostgres } from './database.ts'

/** The number at an index of a column with a JSON array of integers; null where there is none. */
export const integerAt = (db: Db, column: string, index: number): RawBuilder<number | null> =>
  isPostgres(db)
    ? sql`((${sql.ref(column)}::json) ->> ${sql.lit(index)})::bigint`
    : sql`(${sql.ref(column)} ->> ${sql.lit(index)})`
