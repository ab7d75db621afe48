import type { Database } from '@hengjuan/db'
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

interface Entry<Result> {
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
export class TtlCache<Result> {
  #byKey = new Map<number, Entry<Result>>()
  #taking = new SharedAnswers<string, Result>()

  async get(key: number, asked: Asked, take: () => Promise<Result>): Promise<Result> {
    const { stamp, readings, nowMs } = asked
    if (readings <= CHEAP_READINGS) return take()
    const entry = this.#byKey.get(key)
    const overMs =
      entry?.stamp === stamp
        ? nowMs - entry.takenMs - standsMs(entry, asked)
        : Number.POSITIVE_INFINITY
    if (entry && overMs < 0) return entry.result
    const next = async () => {
      const began = performance.now()
      const result = await take()
      const tookMs = Math.floor(performance.now() - began)
      this.#byKey.set(key, { result, stamp, readings, takenMs: nowMs + tookMs })
      return result
    }
    if (!entry || overMs >= MEANWHILE_MS) return this.#taking.ask(`${key} ${stamp}`, next)
    this.#taking.begin(`${key} ${stamp}`, next)
    return entry.result
  }
}

const standsMs = ({ readings }: Entry<unknown>, { among = 1 }: Asked): number =>
  among > 1
    ? Math.max(MOST_KEPT_MS, readings * among * KEPT_MS_A_READING_OF_MANY)
    : Math.min(MOST_KEPT_MS, readings * KEPT_MS_A_READING)

/** A cache for each server of the process, known by its database. */
export function ttlCachePerServer<Result>(): (db: Database) => TtlCache<Result> {
  const caches = new WeakMap<Database, TtlCache<Result>>()
  return (db) => {
    const cache = caches.get(db) ?? new TtlCache<Result>()
    caches.set(db, cache)
    return cache
  }
}
