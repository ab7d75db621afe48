/** Lets one in after another, in the order of their coming. */
export class SerialQueue {
  #last: Promise<void> = Promise.resolve()

  /** Waits for one's turn. @returns what ends it @throws the reason of the signal when that comes first */
  async enter(signal: AbortSignal): Promise<() => void> {
    const own = Promise.withResolvers<void>()
    const before = this.#last
    this.#last = before.then(() => own.promise)
    try {
      await unlessAborted(before, signal)
    } catch (error) {
      own.resolve()
      throw error
    }
    return own.resolve
  }
}

/** What comes of it, unless the signal comes first. */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const cut = Promise.withResolvers<never>()
  const onAbort = () => cut.reject(signal.reason)
  if (signal.aborted) onAbort()
  signal.addEventListener('abort', onAbort)
  try {
    return await Promise.race([work, cut.promise])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}
