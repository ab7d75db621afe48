import { AppError } from '@hengjuan/domain'
import type { Clock } from '../clock.ts'

/** Calls a minute, with as many at once; 0 for no limit. */
export interface CallLimits {
  /** Of one session: a page asks for some dozens at once, and somebody who marks for one or two a second. */
  session: number
  /** Of one address, where a whole school is. */
  address: number
  /** Of one address without a session. */
  stranger: number
}

interface Bucket {
  /** Calls that may be made at once. */
  left: number
  atMs: number
}

const MINUTE_MS = 60_000
/** Buckets kept: those not used for longest are full again, and go first. */
const KEPT = 50_000

/**
 * Counts calls per session and per address in this process, so that nobody's program keeps all others waiting. What
 * guards secrets is counted in the database, see `takeTry`.
 */
export class CallLimit {
  readonly #limits: CallLimits
  readonly #nowMs: () => number
  readonly #buckets = new Map<string, Bucket>()

  constructor(limits: CallLimits, clock: Clock) {
    this.#limits = limits
    this.#nowMs = () => clock.elapsedMs?.() ?? clock.now().getTime()
  }

  /** @throws AppError TOO_MANY_REQUESTS */
  take(caller: { session: string | null; network: string }): void {
    const { session, address, stranger } = this.#limits
    if (caller.session === null) return this.#take(`stranger ${caller.network}`, stranger)
    this.#take(`session ${caller.session}`, session)
    this.#take(`address ${caller.network}`, address)
  }

  #take(name: string, aMinute: number): void {
    if (aMinute === 0) return
    const nowMs = this.#nowMs()
    const known = this.#buckets.get(name)
    const gained = known ? Math.max(0, ((nowMs - known.atMs) * aMinute) / MINUTE_MS) : aMinute
    const left = Math.min(aMinute, (known?.left ?? 0) + gained)
    this.#buckets.delete(name)
    this.#buckets.set(name, { left: left < 1 ? left : left - 1, atMs: nowMs })
    if (this.#buckets.size > KEPT)
      for (const [oldest] of this.#buckets) {
        this.#buckets.delete(oldest)
        break
      }
    if (left >= 1) return
    const seconds = Math.max(1, Math.ceil(((1 - left) * MINUTE_MS) / aMinute / 1000))
    throw new AppError('TOO_MANY_REQUESTS', { seconds })
  }
}
