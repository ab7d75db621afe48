/**
 * What keeps a database, or the disk under it, from doing its work, through no fault of what was asked:
 *
 * - `away`: nobody answers there, or the connection broke; what was under way may have been done or not
 * - `full`: no space is left, and nothing was done
 * - `failing`: the disk cannot be read or written
 */
export type Trouble = 'away' | 'full' | 'failing'

const CODES: Readonly<Record<Trouble, RegExp>> = {
  // Connections (08), too many of them (53300), ended by hand or while the server stops and starts (57P).
  away: /^(08(?!P01)\w{3}|53300|57P0[1235]|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENETDOWN|ENOTFOUND|EAI_AGAIN)$/,
  full: /^(53100|SQLITE_FULL|ENOSPC|EDQUOT)$/,
  failing: /^(58030|25006|SQLITE_IOERR\w*|SQLITE_READONLY\w*|SQLITE_CANTOPEN\w*|EROFS|EIO)$/,
}

/** How `pg` says, without a code, that a connection is no more or did not come about. */
const BROKEN =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|timeout expired|Postgres connection has been discarded)/

/** @returns null where the error is about what was asked */
export function troubleOf(error: unknown): Trouble | null {
  if (!(error instanceof Error)) return null
  const { code, syscall } = error as { code?: unknown; syscall?: unknown }
  // A request whose sender went away has this code, too, and comes from no call of the system.
  if (code === 'ECONNRESET' && syscall === undefined) return null
  if (typeof code === 'string')
    for (const trouble of ['away', 'full', 'failing'] as const)
      if (CODES[trouble].test(code)) return trouble
  return BROKEN.test(error.message) ? 'away' : null
}
