import { type AliasedRawBuilder, type RawBuilder, type SqlBool, sql } from 'kysely'
import { columnArray } from './column-array.ts'
import { type Db, isPostgres } from './database.ts'
import { Later, type Listed } from './later.ts'

export type RowType = 'integer' | 'bigint' | 'text' | 'integer[]'

/**
 * Rows made of values, to select from, to join or to update by, as the table `v`. They travel in one parameter, on
 * PostgreSQL in one for each column, so that the statement reads the same for any number of rows and stays prepared.
 *
 * @param types of every column; lists of integers only on PostgreSQL
 */
export function rowsOf<Row extends object>(
  db: Db,
  rows: Listed<Row>,
  types: { [K in keyof Row]: RowType },
): AliasedRawBuilder<Row, 'v'> {
  const columns = Object.entries<RowType>(types)
  if (isPostgres(db)) {
    const unnested = columns.map(([name, type]) => {
      const given =
        rows instanceof Later
          ? rows.as((list) => columnArray(list as readonly object[], name, type))
          : columnArray(rows, name, type)
      const values =
        type === 'integer[]'
          ? sql`unnest(${given}::text[])::integer[]`
          : sql`unnest(${given}::${sql.raw(type)}[])`
      return sql`${values} as ${sql.ref(name)}`
    })
    return sql<Row>`(select ${sql.join(unnested)})`.as('v')
  }
  const json = jsonOf(rows)
  const read = columns.map(([name]) => sql`value ->> ${sql.lit(name)} as ${sql.ref(name)}`)
  return sql<Row>`(select ${sql.join(read)} from json_each(${json}))`.as('v')
}

const jsonOf = (list: Listed<unknown>): unknown =>
  list instanceof Later ? list.as((given) => JSON.stringify(given)) : JSON.stringify(list)

/** The values of the parameters of that table on PostgreSQL, in their order. */
export const rowValues = (rows: readonly object[], types: object): Buffer[] =>
  Object.entries(types as Readonly<Record<string, RowType>>).map(([name, type]) =>
    columnArray(rows, name, type),
  )

/** `column in (values)` that reads the same for any number of values. */
export function isOneOf(
  db: Db,
  column: string,
  values: Listed<number> | Listed<string>,
): RawBuilder<SqlBool> {
  if (!isPostgres(db))
    return sql<SqlBool>`${sql.ref(column)} in (select value from json_each(${jsonOf(values)}))`
  const isText = values instanceof Later ? values.isText : typeof values[0] === 'string'
  const type = isText ? 'text[]' : 'integer[]'
  return sql<SqlBool>`${sql.ref(column)} = any(${values}::${sql.raw(type)})`
}
