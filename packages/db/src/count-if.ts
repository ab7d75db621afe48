import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely'

/** How many of the rows that are counted together meet a condition; 0 where there are none. */
export const countIf = (condition: Expression<SqlBool>): RawBuilder<number> =>
  sql<number>`count(case when ${condition} then 1 end)`
