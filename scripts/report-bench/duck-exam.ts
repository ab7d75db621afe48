import {
  BOOLEAN,
  type DuckDBConnection,
  DuckDBDataChunk,
  DuckDBInstance,
  type DuckDBType,
  type DuckDBValue,
  INTEGER,
  TINYINT,
  UTINYINT,
} from '@duckdb/node-api'
import { type ItemsSql, MACROS } from './duck-sql.ts'
import type { Cells } from './flat.ts'
import type { MadeExam } from './made-exam.ts'

/** As many rows as the engine takes at a time. */
const CHUNK = 2048

interface Column {
  name: string
  type: DuckDBType
  at: (place: number) => DuckDBValue
}

/** Another engine with the same exam: the table `subject0` and so on, one row for each candidate. */
export class DuckExam {
  readonly #connection: DuckDBConnection
  readonly #instance: DuckDBInstance

  private constructor(instance: DuckDBInstance, connection: DuckDBConnection) {
    this.#instance = instance
    this.#connection = connection
  }

  static async open(moments: keyof typeof MACROS): Promise<DuckExam> {
    const instance = await DuckDBInstance.create(':memory:', {
      // Four fifths of the machine are its own choice; others need them.
      memory_limit: '3GB',
    })
    const connection = await instance.connect()
    for (const macro of MACROS[moments]) await connection.run(macro)
    return new DuckExam(instance, connection)
  }

  close(): void {
    this.#connection.closeSync()
    this.#instance.closeSync()
  }

  async run(sql: string): Promise<void> {
    await this.#connection.run(sql)
  }

  /** Rows without their first column, which is what they are ordered by. */
  async rows(sql: string): Promise<Cells[]> {
    const reader = await this.#connection.runAndReadAll(sql)
    return reader.getRows().map((row) => row.slice(1).map(numberOf))
  }

  async make({ tables }: ItemsSql): Promise<void> {
    for (const { name, sql } of tables) await this.run(`create or replace table ${name} as ${sql}`)
  }

  /** What `make` made, a row for each group. */
  async made({ told }: ItemsSql): Promise<Cells[]> {
    const parts: Cells[][] = []
    for (const name of told) parts.push(await this.rows(`from ${name} order by g`))
    const [first = []] = parts
    return first.map((_, row) => parts.flatMap((part) => part[row] ?? []))
  }

  async fill({ n, klass, school, subjects }: MadeExam): Promise<void> {
    for (const [place, { attendance, total, items }] of subjects.entries())
      await this.table(`subject${place}`, n, [
        { name: 'place', type: INTEGER, at: (row) => row },
        { name: 'klass', type: INTEGER, at: (row) => klass[row]! },
        { name: 'school', type: INTEGER, at: (row) => school[row]! },
        { name: 'attendance', type: TINYINT, at: (row) => attendance[row]! },
        { name: 'total', type: INTEGER, at: (row) => orNull(total[row]!) },
        ...items.flatMap(({ values, answers, noMark, blank }, k): Column[] => [
          { name: `x${k}`, type: INTEGER, at: (row) => orNull(values[row]!) },
          ...(answers
            ? [{ name: `a${k}`, type: UTINYINT, at: (row: number) => answers[row]! }]
            : []),
          ...(noMark
            ? [{ name: `m${k}`, type: BOOLEAN, at: (row: number) => noMark[row] === 1 }]
            : []),
          ...(blank
            ? [{ name: `b${k}`, type: BOOLEAN, at: (row: number) => blank[row] === 1 }]
            : []),
        ]),
      ])
  }

  async table(name: string, n: number, columns: readonly Column[]): Promise<void> {
    const types = columns.map(({ type }) => type)
    await this.run(
      `create table ${name} (${columns.map((one) => `${one.name} ${one.type.toString()}`).join(', ')})`,
    )
    const appender = await this.#connection.createAppender(name)
    for (let from = 0; from < n; from += CHUNK) {
      const chunk = DuckDBDataChunk.create(types)
      const count = Math.min(CHUNK, n - from)
      chunk.setColumns(
        columns.map(({ at }) => Array.from({ length: count }, (_, row) => at(from + row))),
      )
      appender.appendDataChunk(chunk)
    }
    appender.closeSync()
  }
}

const orNull = (value: number): number | null => (value < 0 ? null : value)

function numberOf(value: DuckDBValue): number | null {
  if (value === null) return null
  if (typeof value === 'number') return value
  if (typeof value === 'bigint') return Number(value)
  throw new Error(`no number: ${String(value)}`)
}
