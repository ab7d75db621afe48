import type { Socket } from 'node:net'
import pg from 'pg'
import { endStatement } from './end-statement.ts'
import { type Answer, PipelineQuery, type Sendable } from './pipeline-query.ts'

/** As many different statements as are kept prepared. */
const KEPT = 400
/** A statement that came this often is worth keeping: what is run once is not. */
const OFTEN = 20

/** Texts of the statements that came often, the same for all connections of the process. */
const kept = new Set<string>()
const seen = new Map<string, number>()

function isKept(text: string): boolean {
  if (kept.has(text)) return true
  if (kept.size >= KEPT) return false
  const times = (seen.get(text) ?? 0) + 1
  if (times < OFTEN) {
    // Forgetting all of them only means to count again.
    if (seen.size > KEPT * OFTEN) seen.clear()
    seen.set(text, times)
    return false
  }
  seen.delete(text)
  kept.add(text)
  return true
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

/** Begins a transaction whose statements may take as long as they need, as changes of the schema do. */
export const UNHURRIED = 'set local statement_timeout = 0'

const BEGIN: Sendable = { sql: 'begin', parameters: [] }
const COMMIT: Sendable = { sql: 'commit', parameters: [] }

/**
 * A connection to PostgreSQL on which statements that come often are prepared once and then only run: the
 * server spends more on parsing and planning a short one than on doing it.
 *
 * What is asked within one turn of the process goes to the server in one piece: for short statements, sending
 * and waking whoever receives cost both sides more than the statement.
 */
export class KeepingClient extends pg.Client {
  #isGathering = false
  /** A transaction begins with what comes next, which spares a way there and back. */
  #begins = false
  /** The last statements ended their transaction. */
  #hasEnded = false
  /** Statements that were sent and not answered. */
  #open = 0
  #isUnhurried = false
  #calledOff: () => AbortSignal | null = () => null

  /**
   * Gives the connection up where a statement has no answer for so long. A computer that is off, or behind a broken
   * line, does not say so: the system would go on sending for a quarter of an hour.
   */
  watch(silenceMs: number): void {
    // Declared for streams of any kind; this one is that of a network.
    const stream = this.connection.stream as Socket
    stream.setTimeout(silenceMs)
    stream.on('timeout', () => {
      if (this.#open > 0 && !this.#isUnhurried)
        stream.destroy(new Error('Connection terminated: the database does not answer'))
    })
  }

  /**
   * Has statements ended that nobody waits for any more.
   *
   * @param calledOff asked as one is sent: aborts when that is so
   */
  endWhere(calledOff: () => AbortSignal | null): void {
    this.#calledOff = calledOff
  }

  override query(...args: unknown[]): never {
    const [text, values] = args
    if (typeof text !== 'string' || !Array.isArray(values))
      return super.query(...(args as [string])) as never
    const [batch] = values as unknown[]
    if (batch instanceof StatementBatch) return this.#runAll(batch) as never
    return this.#run(text, values) as never
  }

  async #run(text: string, values: readonly unknown[]): Promise<Answer> {
    const nothing: Answer = { command: text.toUpperCase(), rowCount: null, rows: [] }
    const isEnd = text === 'commit' || text === 'rollback'
    if (text === UNHURRIED) this.#isUnhurried = true
    else if (isEnd) this.#isUnhurried = false
    if (text === 'begin') {
      this.#begins = true
      return nothing
    }
    if (isEnd && (this.#begins || this.#hasEnded)) {
      this.#begins = false
      this.#hasEnded = false
      return nothing
    }
    const [answer = nothing] = await this.#send([{ sql: text, parameters: values }])
    return answer
  }

  async #runAll({ statements, commits }: StatementBatch): Promise<Answer> {
    const answers = await this.#send(commits ? [...statements, COMMIT] : statements)
    this.#hasEnded = commits
    const rows = answers.slice(0, statements.length).map((answer) => answer.rows)
    return { command: 'SELECT', rowCount: null, rows }
  }

  async #send(statements: readonly Sendable[]): Promise<Answer[]> {
    const begins = this.#begins
    this.#begins = false
    this.#gather()
    const query = new PipelineQuery(begins ? [BEGIN, ...statements] : statements, this, isKept)
    super.query(query)
    this.#open++
    const calledOff = this.#calledOff()
    const ending: Promise<void>[] = []
    const end = () => void ending.push(endStatement(this.#named))
    calledOff?.addEventListener('abort', end, { once: true })
    try {
      const answers = await query.answers
      return begins ? answers.slice(1) : answers
    } catch (error) {
      // Where it was asked says more than where the answer was read.
      if (error instanceof Error) Error.captureStackTrace(error)
      throw error
    } finally {
      calledOff?.removeEventListener('abort', end)
      // Until then the connection is not given to another statement, which would be ended in the place of this one.
      await Promise.all(ending)
      this.#open--
    }
  }

  /** As PostgreSQL knows it; `pg` has this, and does not declare it. */
  get #named(): Parameters<typeof endStatement>[0] {
    return this as unknown as Parameters<typeof endStatement>[0]
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
}
