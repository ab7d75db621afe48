import { AsyncLocalStorage } from 'node:async_hooks'

interface Caller {
  clientId: number | null
  /** Who makes the call; null without a session. */
  userId: number | null
  /** Aborts when nobody waits for the answer any more. */
  gone: () => AbortSignal
}

const callers = new AsyncLocalStorage<Caller>()

/** Runs a call's handler; what it does is known to come from this client of the log of marking, and for whom it is. */
export const fromCaller = <T>(caller: Caller, work: () => T): T => callers.run(caller, work)

/**
 * The client whose call is being handled, row of `mark_client`; null outside of calls, as in the server's own
 * jobs. Where calls of several people are handled as one, each has to be noted before.
 */
export const currentClient = (): number | null => callers.getStore()?.clientId ?? null

/** Who makes the call that is being handled; null without a session, and outside of calls. */
export const currentUserId = (): number | null => callers.getStore()?.userId ?? null

/** Runs what is done for others than the caller in whose call it is begun. */
export const whileWanted = <T>(gone: AbortSignal, work: () => T): T =>
  fromCaller({ clientId: currentClient(), userId: currentUserId(), gone: () => gone }, work)

/** Whoever asked has left: there is no answer, and nobody to be told of it. */
export class NobodyWaits extends Error {}

/** Aborts when whoever made the call has left; null outside of calls. */
export const callerGone = (): AbortSignal | null => callers.getStore()?.gone() ?? null

/** @throws NobodyWaits where whoever made the call has left: before work that takes long is begun for them */
export function assertWanted(gone = callerGone()): void {
  if (gone?.aborted) throw new NobodyWaits()
}

/** The same as `answer`, for as long as whoever made the call waits for it. @throws NobodyWaits */
export async function unlessGone<T>(answer: Promise<T>, gone = callerGone()): Promise<T> {
  assertWanted(gone)
  if (!gone) return answer
  const { promise: left, reject } = Promise.withResolvers<never>()
  const leave = () => reject(new NobodyWaits())
  gone.addEventListener('abort', leave, { once: true })
  try {
    return await Promise.race([answer, left])
  } finally {
    gone.removeEventListener('abort', leave)
  }
}
