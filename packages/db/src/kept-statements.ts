import type Sqlite from 'better-sqlite3'
import pg from 'pg'

/** As many different statements as are kept compiled. */
const KEPT = 400
/** A statement that came this often is worth keeping: what is run once is not. */
const OFTEN = 20

/**
 * Keeps the compiled form of statements on SQLite, which takes as long to compile a short one as to run it.
 *
 * The statement that was not used for longest goes when there are too many.
 */
export function keepStatements(database: Sqlite.Database): Sqlite.Database {
  const kept = new Map<string, Sqlite.Statement>()
  const prepare = database.prepare.bind(database)
  database.prepare = ((text: string) => {
    const known = kept.get(text)
    if (known && !known.busy) {
      kept.delete(text)
      kept.set(text, known)
      return known
    }
    const made = takingRows(prepare(text))
    if (known) return made
    kept.set(text, made)
    const [oldest] = kept.keys()
    if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest)
    return made
  }) as typeof database.prepare
  return database
}

/** Rows for which one statement runs in turn. It goes into the place of a statement's values. */
export class RowBatch {
  readonly rows: readonly (readonly (string | number | null)[])[]

  constructor(rows: RowBatch['rows']) {
    this.rows = rows
  }
}

/** Lets a statement run for many rows at the price of one way through the query builder. */
function takingRows(statement: Sqlite.Statement): Sqlite.Statement {
  const run = statement.run.bind(statement)
  statement.run = (values?: unknown) => {
    const [batch] = Array.isArray(values) ? (values as unknown[]) : []
    if (!(batch instanceof RowBatch)) return run(values)
    let changes = 0
    for (const row of batch.rows) changes += run(row).changes
    return { changes, lastInsertRowid: 0 }
  }
  return statement
}

/** Names of the statements that came often, the same for all connections of the process. */
const names = new Map<string, string>()
const seen = new Map<string, number>()

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= KEPT) return known
  const times = (seen.get(text) ?? 0) + 1
  if (times < OFTEN) {
    // Forgetting all of them only means to count again.
    if (seen.size > KEPT * OFTEN) seen.clear()
    seen.set(text, times)
    return undefined
  }
  seen.delete(text)
  const name = `kept_${names.size}`
  names.set(text, name)
  return name
}

/**
 * A connection to PostgreSQL on which statements that come often are prepared once and then only run: the
 * server spends more on parsing and planning a short one than on doing it.
 */
export class KeepingClient extends pg.Client {
  override query(...args: unknown[]): never {
    const [text, values, ...rest] = args
    if (text === 'begin') return this.#begin() as never
    const name = typeof text === 'string' && Array.isArray(values) ? nameOf(text) : undefined
    const asked = name === undefined ? args : [{ name, text, values }, ...rest]
    return super.query(...(asked as [string])) as never
  }

  /**
   * Does not wait for the answer: what comes next is sent behind it, and the way there and back is spared.
   * Beginning fails only where the connection is lost, and then so does what comes next.
   */
  async #begin(): Promise<{ command: string; rowCount: null; rows: [] }> {
    ;(super.query('begin') as unknown as Promise<unknown>).catch(() => undefined)
    return { command: 'BEGIN', rowCount: null, rows: [] }
  }
}
