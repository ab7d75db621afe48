import pg from 'pg'

/** As many different statements as are kept prepared. */
const KEPT = 400
/** A statement that came this often is worth keeping: what is run once is not. */
const OFTEN = 20

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

/** A statement and its values. */
export interface Sendable {
  readonly sql: string
  readonly parameters: readonly unknown[]
}

/**
 * Statements that are sent at once and run one after the other. It goes into the place of a statement's
 * values; the answer's rows are a list of each one's rows.
 */
export class StatementBatch {
  readonly statements: readonly Sendable[]
  /** Does the transaction end with them? Its own commit is then answered with what became of this one. */
  readonly commits: boolean

  constructor(statements: readonly Sendable[], commits: boolean) {
    this.statements = statements
    this.commits = commits
  }
}

/**
 * A connection to PostgreSQL on which statements that come often are prepared once and then only run: the
 * server spends more on parsing and planning a short one than on doing it.
 *
 * What is asked within one turn of the process goes to the server in one piece: for short statements, sending
 * and waking whoever receives cost both sides more than the statement.
 */
export class KeepingClient extends pg.Client {
  #isGathering = false
  /** A commit that was sent behind statements. */
  #ended: Promise<unknown> | null = null

  override query(...args: unknown[]): never {
    const [text, values, ...rest] = args
    const [batch] = Array.isArray(values) ? (values as unknown[]) : []
    if (batch instanceof StatementBatch) return this.#runAll(batch) as never
    if (text === 'begin') return this.#begin() as never
    if (this.#ended && (text === 'commit' || text === 'rollback')) return this.#end() as never
    const name = typeof text === 'string' && Array.isArray(values) ? nameOf(text) : undefined
    this.#gather()
    const asked = name === undefined ? args : [{ name, text, values }, ...rest]
    return super.query(...(asked as [string])) as never
  }

  #gather(): void {
    const { stream } = this.connection
    if (this.#isGathering) return
    this.#isGathering = true
    stream.cork()
    process.nextTick(() => {
      this.#isGathering = false
      stream.uncork()
    })
  }

  /**
   * Does not wait for the answer: what comes next is sent behind it, and the way there and back is spared.
   * Beginning fails only where the connection is lost, and then so does what comes next.
   */
  async #begin(): Promise<Answer> {
    this.#gather()
    ;(super.query('begin') as unknown as Promise<unknown>).catch(() => undefined)
    return { command: 'BEGIN', rowCount: null, rows: [] }
  }

  async #runAll({ statements, commits }: StatementBatch): Promise<Answer> {
    const answers: Promise<Answer>[] = statements.map(({ sql, parameters }) =>
      this.query(sql, [...parameters]),
    )
    if (commits) {
      this.#ended = super.query('commit') as unknown as Promise<unknown>
      answers.push(this.#ended as Promise<Answer>)
    }
    // Where one fails, those behind it do too, and the server takes the commit for a rollback.
    const rows = (await Promise.all(answers))
      .slice(0, statements.length)
      .map((answer) => answer.rows)
    return { command: 'SELECT', rowCount: null, rows }
  }

  async #end(): Promise<Answer> {
    const ended = this.#ended
    this.#ended = null
    await ended?.catch(() => undefined)
    return { command: 'COMMIT', rowCount: null, rows: [] }
  }
}

interface Answer {
  command: string
  rowCount: number | null
  rows: unknown[]
}
