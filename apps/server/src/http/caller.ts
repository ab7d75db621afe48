import { AsyncLocalStorage } from 'node:async_hooks'

const clients = new AsyncLocalStorage<number | null>()

/** Runs a call's handler; what it does is known to come from this client of the log of marking. */
export const fromClient = <T>(clientId: number | null, work: () => T): T =>
  clients.run(clientId, work)

/**
 * The client whose call is being handled, row of `mark_client`; null outside of calls, as in the server's own
 * jobs. Where calls of several people are handled as one, each has to be noted before.
 */
export const currentClient = (): number | null => clients.getStore() ?? null
