import { CompiledQuery, type RawBuilder, sql } from 'kysely'
import { type Db, isPostgres } from './database.ts'
import { inTurn, type Turn } from './in-turn.ts'
import { letOthers } from './let-others.ts'
import { RowBatch } from './kept-statements.ts'
import { type RowType, rowsOf, rowValues } from './row-list.ts'
import type { Tables } from './schema/index.ts'

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
  /** Of the last of several writes: fails, so that nothing is written, where a row is not there to be updated. */
  needsAll?: boolean
}

const MISSED = 'rows were there'

/** Did a write fail because rows that it needs were not there? */
export const areRowsMissed = (error: unknown): boolean =>
  error instanceof Error && error.message.includes(MISSED)

/** A write of rows, typed against its columns. */
export const rowWrite = <Row extends object>(write: RowWrite<Row>): RowWrite =>
  write as unknown as RowWrite

/**
 * Writes rows into different tables: on PostgreSQL as one statement, which spares the ways there and back,
 * on SQLite row by row with statements that stay compiled.
 *
 * @returns how many rows the last one wrote
 */
export async function writeRows(db: Db, writes: readonly RowWrite[]): Promise<number> {
  const [changed] = await inTurn(db, [writing(db, writes)])
  return changed
}

/** The same, to be sent with others. */
export function writing(db: Db, writes: readonly RowWrite[]): Turn<number> {
  const due = writes.filter(({ rows }) => rows.length > 0)
  return {
    statement: due.length === 0 || !isPostgres(db) ? null : together(db, due),
    resultOf: ([row]) => Number((row as { count: number } | undefined)?.count ?? 0),
    run: async () => {
      let changed = 0
      for (const [no, write] of due.entries()) {
        if (no > 0) await letOthers()
        changed = await runEach(db, write)
        if (write.needsAll && changed !== write.rows.length)
          throw new Error(`${changed} of ${write.rows.length} ${MISSED}`)
      }
      return changed
    },
  }
}

/** Texts of statements by what they write: building one takes longer than sending it. */
const texts = new Map<string, string>()
/** More different ones than a program has; then it begins anew. */
const MOST_TEXTS = 500

function together(db: Db, due: readonly RowWrite[]): CompiledQuery {
  const last = due.at(-1)
  const needed = last?.needsAll ? last.rows.length : null
  const key = `${needed === null} ${due.map(shapeOf).join(' ')}`
  const known = texts.get(key)
  const values = [
    ...due.flatMap(({ rows, types }) => rowValues(rows, types)),
    ...(needed === null ? [] : [needed]),
  ]
  if (known !== undefined) return CompiledQuery.raw(known, values)
  const steps = due.map(
    (write, no) => sql`${sql.ref(`step${no}`)} as (${statementOf(db, write)} returning 1)`,
  )
  const made = sql`
    with ${sql.join(steps)}
    select ${needed === null ? sql`count(*)` : allOf(needed)} as count
    from ${sql.ref(`step${due.length - 1}`)}`.compile(db)
  if (texts.size >= MOST_TEXTS) texts.clear()
  texts.set(key, made.sql)
  return made
}

/** What a write writes, in the words that tell its statement from others. */
const shapes = new WeakMap<object, string>()

/** The columns of a kind of write are one object for the life of the program, as a rule. */
function shapeOf({ table, types, where }: RowWrite): string {
  const columns = shapes.get(types) ?? Object.entries(types).join(' ')
  shapes.set(types, columns)
  return `${table} ${columns} ${where ? Object.entries(where).join(' ') : 'insert'}`
}

/** The count; none can be made of the text where it is another, which the message then has. */
const allOf = (needed: number): RawBuilder<unknown> => sql`(count(*)::text ||
  case when count(*) = ${needed}::integer then '' else ${sql.lit(` of the ${MISSED}`)} end)::integer`

function statementOf(db: Db, { table, rows, types, where }: RowWrite): RawBuilder<unknown> {
  const columns = Object.keys(types)
  const given = rowsOf(db, rows, types)
  const names = (list: readonly string[]) => sql.join(list.map((name) => sql.ref(name)))
  if (!where)
    return sql`insert into ${sql.table(table)} (${names(columns)})
      select ${names(columns)} from ${given}`
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

async function runEach(db: Db, { table, rows, types, where }: RowWrite): Promise<number> {
  const columns = Object.keys(types)
  const compared = Object.values<string>(where ?? {})
  const written = columns.filter((name) => !compared.includes(name))
  const text = where
    ? `update "${table}" set ${written.map((name) => `"${name}" = ?`).join(', ')}
       where ${Object.keys(where)
         .map((name) => `"${name}" = ?`)
         .join(' and ')}`
    : `insert into "${table}" (${written.map((name) => `"${name}"`).join(', ')})
       values (${written.map(() => '?').join(', ')})`
  const order = [...written, ...compared]
  const values = (rows as readonly Readonly<Record<string, string | number | null>>[]).map((row) =>
    order.map((name) => row[name] ?? null),
  )
  const { numAffectedRows } = await db.executeQuery(CompiledQuery.raw(text, [new RowBatch(values)]))
  return Number(numAffectedRows)
}
