import { SharedAnswers } from '../../http/shared-answers.ts'

/** Up to so many readings a result is taken anew each time: it costs a few hundredths of a second. */
const CHEAP_READINGS = 5_000
/** Beyond, it stands for so many milliseconds a reading, and no longer than a minute. */
const KEPT_MS_A_READING = 1
const MOST_KEPT_MS = 60_000

interface Kept<Result> {
  result: Result
  stamp: string
  readings: number
  takenMs: number
}

interface Asked {
  /** What the result depends on beside the readings: of another stamp it is taken anew. */
  stamp: string
  /** How many readings it is made of. */
  readings: number
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
  #taking = new SharedAnswers<string, Result>()

  async of(key: number, asked: Asked, take: () => Promise<Result>): Promise<Result> {
    const { stamp, readings, nowMs } = asked
    if (readings <= CHEAP_READINGS) return take()
    const kept = this.#byKey.get(key)
    if (kept && kept.stamp === stamp && nowMs < kept.takenMs + standsMs(kept, asked))
      return kept.result
    return this.#taking.ask(`${key} ${stamp}`, async () => {
      const result = await take()
      this.#byKey.set(key, { result, stamp, readings, takenMs: nowMs })
      return result
    })
  }
}

const standsMs = ({ readings }: Kept<unknown>, { isOfMany = false }: Asked): number =>
  isOfMany ? MOST_KEPT_MS : Math.min(MOST_KEPT_MS, readings * KEPT_MS_A_READING)
