import { type AliasedRawBuilder, type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Db, isPostgres } from './database.ts'

export type RowType = 'integer' | 'bigint' | 'text' | 'integer[]'

/**
 * Rows made of values, to select from, to join or to update by, as the table `v`. They travel in one parameter, on
 * PostgreSQL in one for each column, so that the statement reads the same for any number of rows.
 *
 * @param types of every column; lists of integers only on PostgreSQL
 */
export function rowsOf<Row extends object>(
  db: Db,
  rows: readonly Row[],
  types: { [K in keyof Row]: RowType },
): AliasedRawBuilder<Row, 'v'> {
  const columns = Object.entries<RowType>(types)
  if (isPostgres(db)) {
    const unnested = columns.map(([name, type]) => {
      const values = rows.map((row) => (row as Readonly<Record<string, unknown>>)[name] ?? null)
      // Lists in a list travel as their text.
      const column =
        type === 'integer[]'
          ? sql`unnest(${values.map((list) => (Array.isArray(list) ? `{${list.join(',')}}` : null))}::text[])::integer[]`
          : sql`unnest(${values}::${sql.raw(type)}[])`
      return sql`${column} as ${sql.ref(name)}`
    })
    return sql<Row>`(select ${sql.join(unnested)})`.as('v')
  }
  const read = columns.map(([name]) => sql`value ->> ${sql.lit(name)} as ${sql.ref(name)}`)
  return sql<Row>`(select ${sql.join(read)} from json_each(${JSON.stringify(rows)}))`.as('v')
}

/** `column in (values)` that reads the same for any number of values. */
export function isOneOf(
  db: Db,
  column: string,
  values: readonly number[] | readonly string[],
): RawBuilder<SqlBool> {
  if (!isPostgres(db))
    return sql<SqlBool>`${sql.ref(column)} in (select value from json_each(${JSON.stringify(values)}))`
  const type = typeof values[0] === 'string' ? 'text[]' : 'integer[]'
  return sql<SqlBool>`${sql.ref(column)} = any(${values}::${sql.raw(type)})`
}
