import type Sqlite from 'better-sqlite3'

/** As many different statements as are kept compiled. */
const KEPT = 400
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
