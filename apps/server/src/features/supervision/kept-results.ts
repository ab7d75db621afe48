import { SharedAnswers } from '../../http/shared-answers.ts'

/** Up to so many readings a result is taken anew each time: it costs a few hundredths of a second. */
const CHEAP_READINGS = 5_000
/** Beyond, it stands for so many milliseconds a reading, and no longer than a minute. */
const KEPT_MS_A_READING = 1
const MOST_KEPT_MS = 60_000
/** Where many are asked for together, for so many a reading of all of them, and a minute at least. */
const KEPT_MS_A_READING_OF_MANY = 0.05
/** So much longer it is given to whoever asks while the next one is taken. */
const MEANWHILE_MS = 120_000

interface Kept<Result> {
  result: Result
  stamp: string
  readings: number
  /** When it was there. */
  takenMs: number
}

interface Asked {
  /** What the result depends on beside the readings: of another stamp it is taken anew. */
  stamp: string
  /** How many readings it is made of. */
  readings: number
  /** Milliseconds since 1970. */
  nowMs: number
  /** How many are asked for together, as the blocks of an exam are. */
  among?: number
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
    const overMs =
      kept?.stamp === stamp
        ? nowMs - kept.takenMs - standsMs(kept, asked)
        : Number.POSITIVE_INFINITY
    if (kept && overMs < 0) return kept.result
    const next = async () => {
      const began = performance.now()
      const result = await take()
      const tookMs = Math.floor(performance.now() - began)
      this.#byKey.set(key, { result, stamp, readings, takenMs: nowMs + tookMs })
      return result
    }
    if (!kept || overMs >= MEANWHILE_MS) return this.#taking.ask(`${key} ${stamp}`, next)
    this.#taking.begin(`${key} ${stamp}`, next)
    return kept.result
  }
}

const standsMs = ({ readings }: Kept<unknown>, { among = 1 }: Asked): number =>
  among > 1
    ? Math.max(MOST_KEPT_MS, readings * among * KEPT_MS_A_READING_OF_MANY)
    : Math.min(MOST_KEPT_MS, readings * KEPT_MS_A_READING)
