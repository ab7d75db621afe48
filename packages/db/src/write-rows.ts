import { type RawBuilder, sql } from 'kysely'
import { type Db, isPostgres } from './database.ts'
import { type RowType, rowsOf } from './row-list.ts'
import type { Tables } from './schema/index.ts'
import { yieldToEventLoop } from './yield.ts'

/** Rows that are to be written into one table. */
export interface RowWrite<Row extends object = object> {
  table: keyof Tables
  rows: readonly Row[]
  /** Of every column that is written or compared. */
  types: { readonly [K in keyof Row]: RowType }
  /**
   * For an update: which column of the table has to be equal to which of the row. These are not written.
   * Without it the rows are inserted.
   */
  where?: Readonly<Record<string, keyof Row & string>>
}

/** A write of rows, typed against its columns. */
export const rowWrite = <Row extends object>(write: RowWrite<Row>): RowWrite =>
  write as unknown as RowWrite

/**
 * Writes rows into different tables, on PostgreSQL with one statement: none of them sees what another one wrote.
 *
 * @returns how many rows the last one wrote
 */
export async function writeRows(db: Db, writes: readonly RowWrite[]): Promise<number> {
  const due = writes.filter(({ rows }) => rows.length > 0)
  const last = due.at(-1)
  if (!last) return 0
  if (due.length > 1 && isPostgres(db)) {
    const steps = due.map(
      (write, no) => sql`${sql.ref(`step${no}`)} as (${statementOf(db, write)} returning 1)`,
    )
    const { rows } = await sql<{ count: number }>`with ${sql.join(steps)}
      select count(*) as count from ${sql.ref(`step${due.length - 1}`)}`.execute(db)
    return rows[0]?.count ?? 0
  }
  let written = 0n
  for (const write of due) {
    await yieldToEventLoop()
    written = (await statementOf(db, write).execute(db)).numAffectedRows ?? 0n
  }
  return Number(written)
}

function statementOf(db: Db, { table, rows, types, where }: RowWrite): RawBuilder<unknown> {
  const columns = Object.keys(types)
  const given = rowsOf(db, rows, types)
  const names = sql.join(columns.map((name) => sql.ref(name)))
  if (!where) return sql`insert into ${sql.table(table)} (${names}) select ${names} from ${given}`
  const compared = Object.values<string>(where)
  const written = columns
    .filter((name) => !compared.includes(name))
    .map((name) => sql`${sql.ref(name)} = ${sql.ref(`v.${name}`)}`)
  const equal = Object.entries<string>(where).map(
    ([column, own]) => sql`${sql.ref(`${table}.${column}`)} = ${sql.ref(`v.${own}`)}`,
  )
  return sql`update ${sql.table(table)} set ${sql.join(written)} from ${given}
    where ${sql.join(equal, sql` and `)}`
}
