import { connect } from 'node:net'

/** Who is asked, and how PostgreSQL names the connection whose statement is to end. */
interface Running {
  host: string
  port: number
  processID: number | null
  secretKey: number | null
}

/** Asked over a connection of its own, which takes a way there and back. */
const PATIENCE_MS = 5000

const MESSAGE_BYTES = 16
const CANCEL_REQUEST = 80_877_102

/**
 * Has PostgreSQL end the statement that a connection is at; of one that has none just then, nothing.
 *
 * It closes the way on which it was asked when the other connection's process has been told. Whatever is sent on that
 * connection before this resolves may be ended instead: it has to wait.
 *
 * @source PostgreSQL, protocol flow, canceling requests in progress; `PQcancel` waits for the end in the same way
 */
export function endStatement({ host, port, processID, secretKey }: Running): Promise<void> {
  const { promise: told, resolve } = Promise.withResolvers<void>()
  if (processID === null || secretKey === null) return Promise.resolve()
  const message = Buffer.alloc(MESSAGE_BYTES)
  for (const [at, value] of [MESSAGE_BYTES, CANCEL_REQUEST, processID, secretKey].entries())
    message.writeInt32BE(value, at * 4)
  const way = connect(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port })
  way.setTimeout(PATIENCE_MS, () => way.destroy())
  // Who cannot be asked lets the statement come to its own end.
  way.on('error', () => undefined)
  way.once('close', () => resolve())
  way.write(message)
  way.resume()
  return told
}
