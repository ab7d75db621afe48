/** Up to so many readings a result is taken anew each time: it costs a few hundredths of a second. */
const CHEAP_READINGS = 5_000
/** Beyond, it stands for so many milliseconds a reading, and no longer than a minute. */
const KEPT_MS_A_READING = 1
const MOST_KEPT_MS = 60_000

interface Taken<Result> {
  result: Result
  /** How many readings it was made of. */
  readings: number
}

interface Kept<Result> extends Taken<Result> {
  stamp: string
  takenMs: number
}

interface Asked {
  /** What the result depends on beside the readings: of another stamp it is taken anew. */
  stamp: string
  /** Milliseconds since 1970. */
  nowMs: number
  /** Is it one of many that are asked for together, as the blocks of an exam are? Then it stands for a minute. */
  isOfMany?: boolean
}

/**
 * Results that cost more the more readings there are, taken once for all who watch. What is made of many
 * readings changes little by the next few, so it stands the longer the more it is made of: whoever watches
 * never takes the server's time from those who mark.
 */
export class KeptResults<Result> {
  #byKey = new Map<number, Kept<Result>>()
  #taking = new Map<string, Promise<Result>>()

  async of(key: number, asked: Asked, take: () => Promise<Taken<Result>>): Promise<Result> {
    const kept = this.#byKey.get(key)
    if (kept && kept.stamp === asked.stamp && asked.nowMs < kept.takenMs + standsMs(kept, asked))
      return kept.result
    // What is made of few readings is not shared either: whoever asks sees what was there when they asked.
    const id = `${key} ${asked.stamp}`
    const taking = kept && this.#taking.get(id)
    if (taking) return taking
    const taken = this.#take(key, asked, take)
    this.#taking.set(id, taken)
    return taken.finally(() => this.#taking.delete(id))
  }

  async #take(
    key: number,
    { stamp, nowMs }: Asked,
    take: () => Promise<Taken<Result>>,
  ): Promise<Result> {
    const taken = await take()
    if (taken.readings > CHEAP_READINGS) this.#byKey.set(key, { ...taken, stamp, takenMs: nowMs })
    else this.#byKey.delete(key)
    return taken.result
  }
}

const standsMs = ({ readings }: Taken<unknown>, { isOfMany = false }: Asked): number =>
  isOfMany ? MOST_KEPT_MS : Math.min(MOST_KEPT_MS, readings * KEPT_MS_A_READING)
