import {
  type AliasedRawBuilder,
  type OperationNodeSource,
  type RawBuilder,
  type SqlBool,
  sql,
} from 'kysely'
import { type Db, isPostgres } from './database.ts'

type RowType = 'integer' | 'bigint' | 'text' | 'integer[]'

/**
 * Rows made of values, to select from, to join or to update by, as the table `v`. They travel in one
 * parameter, so that the statement reads the same for any number of rows and stays prepared.
 *
 * @param types of every column; lists of integers only on PostgreSQL
 */
export function rowsOf<Row extends object>(
  db: Db,
  rows: readonly Row[],
  types: { [K in keyof Row]: RowType },
): AliasedRawBuilder<Row, 'v'> {
  const columns = Object.entries<RowType>(types)
  const json = JSON.stringify(rows)
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
  values: readonly number[] | readonly string[],
): RawBuilder<SqlBool> {
  if (!isPostgres(db))
    return sql<SqlBool>`${sql.ref(column)} in (select value from json_each(${JSON.stringify(values)}))`
  const type = typeof values[0] === 'string' ? 'text[]' : 'integer[]'
  return sql<SqlBool>`${sql.ref(column)} = any(${values}::${sql.raw(type)})`
}

/**
 * Runs statements that change different tables: on PostgreSQL as one, which spares the ways there and back,
 * on SQLite one after the other.
 *
 * @returns rows that the last one changed; it has to return them
 */
export async function changeAtOnce(db: Db, statements: readonly Statement[]): Promise<number> {
  const last = statements.at(-1)
  if (!last) return 0
  if (!isPostgres(db)) {
    for (const statement of statements.slice(0, -1)) await statement.execute()
    return (await last.execute()).length
  }
  const steps = statements.map((statement, no) => sql`${sql.ref(`step${no}`)} as (${statement})`)
  const { rows } = await sql<{ count: number }>`
    with ${sql.join(steps)}
    select count(*) as count from ${sql.ref(`step${statements.length - 1}`)}`.execute(db)
  return Number(rows[0]?.count)
}

/** A statement that Kysely has built. */
type Statement = OperationNodeSource & { execute(): Promise<readonly unknown[]> }
