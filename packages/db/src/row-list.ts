import { type AliasedRawBuilder, type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Db, isPostgres } from './database.ts'
import { Later, type Listed } from './later.ts'

export type RowType = 'integer' | 'bigint' | 'text' | 'integer[]'

/**
 * Rows made of values, to select from, to join or to update by, as the table `v`. They travel in one
 * parameter, so that the statement reads the same for any number of rows and stays prepared.
 *
 * @param types of every column; lists of integers only on PostgreSQL
 */
export function rowsOf<Row extends object>(
  db: Db,
  rows: Listed<Row>,
  types: { [K in keyof Row]: RowType },
): AliasedRawBuilder<Row, 'v'> {
  const columns = Object.entries<RowType>(types)
  const json = rows instanceof Later ? rows.as(JSON.stringify) : JSON.stringify(rows)
  if (isPostgres(db)) {
    const typed = columns.map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`)
    return sql<Row>`(select * from json_to_recordset(${json}::json) as given(${sql.join(typed)}))`.as(
      'v',
    )
  }
  const read = columns.map(([name]) => sql`value ->> ${sql.lit(name)} as ${sql.ref(name)}`)
  return sql<Row>`(select ${sql.join(read)} from json_each(${json}))`.as('v')
}

/** `column in (values)` that reads the same for any number of values. */
export function isOneOf(
  db: Db,
  column: string,
  values: Listed<number> | Listed<string>,
): RawBuilder<SqlBool> {
  if (!isPostgres(db))
    return sql<SqlBool>`${sql.ref(column)} in (select value from json_each(${JSON.stringify(values)}))`
  const isText = values instanceof Later ? values.isText : typeof values[0] === 'string'
  const type = isText ? 'text[]' : 'integer[]'
  return sql<SqlBool>`${sql.ref(column)} = any(${values}::${sql.raw(type)})`
}
