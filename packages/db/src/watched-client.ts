import type { Socket } from 'node:net'
import pg from 'pg'

/** Begins a transaction whose statements may take as long as they need, as changes of the schema do. */
export const UNHURRIED = 'set local statement_timeout = 0'

/** A statement that came so often is prepared, on every connection that it comes to; so many are at most. */
const OFTEN = 20
const MOST_PREPARED = 400

const seen = new Map<string, number>()
const names = new Map<string, string>()

/** The name under which a statement is prepared; undefined for what is seldom run. */
function preparedName(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= MOST_PREPARED) return known
  const times = (seen.get(text) ?? 0) + 1
  // Forgetting all of them only means to count again.
  if (seen.size > MOST_PREPARED * OFTEN) seen.clear()
  seen.set(text, times)
  if (times < OFTEN) return undefined
  seen.delete(text)
  names.set(text, `often_${names.size}`)
  return names.get(text)
}

/** A connection to PostgreSQL that prepares what comes often, and is given up where nobody answers on it. */
export class WatchedClient extends pg.Client {
  /** Statements that were sent and not answered. */
  #open = 0
  #isUnhurried = false

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

  override query(...args: unknown[]): never {
    const [text, values] = args
    if (text === UNHURRIED) this.#isUnhurried = true
    else if (text === 'commit' || text === 'rollback') this.#isUnhurried = false
    const name = Array.isArray(values) ? preparedName(String(text)) : undefined
    const sent = name === undefined ? args : [{ name, text, values }]
    const answer = super.query(...(sent as [string])) as unknown
    if (answer instanceof Promise) {
      this.#open++
      const answered = () => void this.#open--
      answer.then(answered, answered)
    }
    return answer as never
  }
}
