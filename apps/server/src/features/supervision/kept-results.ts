/** Up to so many readings a result is taken anew each time: it costs a few hundredths of a second. */
const CHEAP_READINGS = 20_000
/** Beyond, it stands for so many milliseconds a reading: ten seconds for 200,000. */
const KEPT_MS_A_READING = 0.05

interface Taken<Result> {
  result: Result
  /** How many readings it was made of. */
  readings: number
}

/**
 * Results that cost more the more readings there are, taken once for all who watch. What is made of many
 * readings changes little by the next few, so it stands the longer the more it is made of: whoever watches
 * never takes the server's time from those who mark.
 */
export class KeptResults<Result> {
  #byKey = new Map<number, { until: number; result: Result }>()

  /** @param nowMs milliseconds since 1970 */
  async of(key: number, nowMs: number, take: () => Promise<Taken<Result>>): Promise<Result> {
    const kept = this.#byKey.get(key)
    if (kept && nowMs < kept.until) return kept.result
    const { result, readings } = await take()
    if (readings > CHEAP_READINGS)
      this.#byKey.set(key, { until: nowMs + readings * KEPT_MS_A_READING, result })
    else this.#byKey.delete(key)
    return result
  }
}
