import { markNext, markSubmit, type ReplyOf } from '@hengjuan/contracts'
import { CallError } from '@hengjuan/client'
import { ulid } from 'ulid'
import type { Account } from '../demo/account.ts'
import { type Random, randomOf } from '../demo/random.ts'
import {
  type BlockShape,
  judge,
  type Temperament,
  timeFor,
  usualTime,
  worthOf,
} from './temperament.ts'

type Queue = ReplyOf<typeof markNext>
type Task = Queue['tasks'][number]

/** A submit that the server has acknowledged, as its author remembers it. */
export interface Acknowledged {
  unitId: number
  markerId: number
  idemKey: string
  scoreMilli: number
}

/** Papers that a page keeps in hand. */
const IN_HAND = 3
/** How long a person with nothing to do waits before looking again. */
const LOOK_AGAIN_MS = 3 * 60_000
const SHORTEST_BREAK_MS = 7 * 60_000

export interface Desk {
  blockId: number
  markerId: number
  shape: BlockShape
  temperament: Temperament
  /** Readings that this person will do, about; the day goes from 0 to this. */
  expected: number
  /** First and second readings that the leader asked of this person; null where nobody counted them out. */
  quota: number | null
  seed: string
}

/** One simulated marker on the marking page: reads a paper, submits it, and has the next in hand. */
export class MarkerAtWork {
  readonly desk: Desk
  /** When this person acts next, milliseconds since 1970. */
  nextAt: number
  done = 0
  /** Distances of the given from the true scores, added up, thousandths. */
  absoluteErrorMilli = 0
  /** How often this person asked for papers, one time after the other, and got none. */
  lookedInVain = 0
  #person: Account
  #random: Random
  #hand: Task[] = []
  /** What was decided of the first paper in hand, so that a repeat says the same. */
  #judged: { scoreMilli: number; idemKey: string; activeMs: number } | null = null
  #restAt: number

  constructor(person: Account, desk: Desk, beginsAt: number) {
    this.desk = desk
    this.#person = person
    this.#random = randomOf(`${desk.seed}-marker-${desk.markerId}`)
    this.nextAt = beginsAt + this.#random.int(0, 60_000)
    this.#restAt = this.nextAt + desk.temperament.stretchMs
  }

  get isIdle(): boolean {
    return this.#hand.length === 0
  }

  /** Does what is due now: submits the paper in hand, or asks for papers. */
  async act(now: number, acknowledge: (submit: Acknowledged) => void): Promise<void> {
    const [task] = this.#hand
    if (!task || !this.#judged) {
      const { blockId } = this.desk
      this.#takeUp(
        await this.#person.call(markNext, { query: { block_id: blockId, n: IN_HAND } }),
        now,
      )
      return
    }
    const { scoreMilli, idemKey, activeMs } = this.#judged
    try {
      const { queue } = await this.#person.call(markSubmit, {
        body: {
          block_id: this.desk.blockId,
          reading_id: task.reading_id,
          idem_key: idemKey,
          scores: [scoreMilli],
          active_ms: activeMs,
          refill: IN_HAND,
        },
      })
      const { markerId } = this.desk
      acknowledge({ unitId: task.unit_id, markerId, idemKey, scoreMilli })
      this.done += 1
      this.absoluteErrorMilli += Math.abs(scoreMilli - this.#trueScore(task))
      if (queue) this.#takeUp(queue, now)
    } catch (error) {
      // The paper went to somebody else while this person rested; the page shows so and goes on.
      if (!(error instanceof CallError && error.code === 'MARKING_LEASE_LOST')) throw error
      this.#hand = []
      this.#judged = null
      this.nextAt = now
    }
  }

  #trueScore(task: Task): number {
    return worthOf(task.unit_id, this.desk.seed) * this.desk.shape.fullMilli
  }

  /** Reads the first paper of what is in hand now; without one, looks again later. */
  #takeUp(queue: Queue, now: number): void {
    const { desk } = this
    this.#hand = queue.tasks
    this.lookedInVain = queue.tasks.length > 0 ? 0 : this.lookedInVain + 1
    const [task] = queue.tasks
    if (!task) {
      this.#judged = null
      this.nextAt = now + LOOK_AGAIN_MS
      this.#restAt = this.nextAt + desk.temperament.stretchMs
      return
    }
    const activeMs = Math.round(timeFor(desk.temperament, usualTime(desk.expected), this.#random))
    const worth = worthOf(task.unit_id, desk.seed)
    const progress = Math.min(1, this.done / Math.max(1, desk.expected))
    const scoreMilli = judge(desk.temperament, worth, desk.shape, progress, this.#random)
    this.#judged = { scoreMilli, idemKey: ulid(), activeMs }
    this.nextAt = now + activeMs
    if (this.nextAt > this.#restAt) {
      this.nextAt += SHORTEST_BREAK_MS + this.#random.int(0, 8 * 60_000)
      this.#restAt = this.nextAt + desk.temperament.stretchMs
    }
  }
}
