import { clearTimeout, setTimeout as after } from 'node:timers'
import { setTimeout } from 'node:timers/promises'
import { isPostgres } from '@hengjuan/db'
import { AppError } from '@hengjuan/domain'
import { currentClient } from '../../../http/caller.ts'
import type { Services } from '../../../services.ts'
import { awaitedShare } from './awaited-share.ts'
import { countClaimable, type Submitted } from '../../marking-core/index.ts'
import { playRound } from './play-round.ts'
import type { Queue } from './queue-view.ts'
import type { Granted, Wish } from './wish.ts'

interface Waiting {
  wish: Wish
  /** Handed in already, in an earlier look. */
  submitted: Submitted | null
  /** How often this marker has looked for papers. */
  looks: number
  resolve: (granted: Granted) => void
  reject: (error: unknown) => void
}

/** How often a marker looks again when others had their hands on what is free. */
const LOOKS = 3
const PAUSE_MS = 15

/**
 * As many wishes as are granted in one transaction. On PostgreSQL half as many: rounds side by side keep
 * both the server and the database busy, one large one lets them wait for each other.
 */
const MOST = 64
const LANES = 2
const MOST_BESIDE = 48

/**
 * Answers of a round go out one after the other, and what is handed in next arrives so. Where the last round was one
 * of several markers, the next one waits a moment until its share of those is there who marked of late: through
 * HTTP it is twice as large then, at hardly more work. Somebody alone never waits.
 */
const GATHER_MS = 8
const SEVERAL = 3
/** In how many of the last rounds whoever marked of late was. */
const LATE_ROUNDS = 4

/**
 * Marks and takes of all markers of a process, granted in rounds: what arrives while a round is being
 * stored waits and becomes the next one, which is one transaction with about as many statements for sixty
 * papers as for one. Nobody is answered before the transaction is durable, and whom the rules refuse
 * holds up nobody else.
 *
 * On PostgreSQL two rounds run side by side, so that one computes while the other waits for the disk.
 */
class Rounds {
  readonly #services: Services
  readonly #lanes: number
  readonly #most: number
  #waiting: Waiting[] = []
  #running = 0
  #isDue = false
  /** Runs while the next round waits for more. */
  #gathering: NodeJS.Timeout | undefined
  #lastSize = 0
  /** Markers of the last rounds, the latest last. */
  #lateRounds: (readonly number[])[] = []
  /** As many as the next round waits for. */
  #aim = 0
  /** Markers whose wishes are being granted: one has one at a time. */
  readonly #busy = new Set<number>()
  /** In how many rounds under way each block is. */
  readonly #blocks = new Map<number, number>()

  constructor(services: Services) {
    this.#services = services
    const sideBySide = isPostgres(services.db)
    this.#lanes = sideBySide ? LANES : 1
    this.#most = sideBySide ? MOST_BESIDE : MOST
  }

  grant(wish: Wish): Promise<Granted> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ wish, submitted: null, looks: 0, resolve, reject })
      this.#plan()
    })
  }

  /** What arrives in the same turn of the process, or in the same moment of a busy one, goes into one round. */
  #plan(): void {
    if (this.#isDue || this.#running >= this.#lanes || this.#waiting.length === 0) return
    const isGathered = this.#waiting.length >= this.#aim
    if (this.#gathering && !isGathered) return
    const begin = () => {
      clearTimeout(this.#gathering)
      this.#gathering = undefined
      this.#isDue = false
      const round = this.#next()
      if (round.length === 0) return
      this.#note(round.map(({ wish }) => wish.markerId))
      this.#running++
      for (const { wish } of round) this.#countBlock(wish.blockId, 1)
      void this.#play(round).finally(() => {
        for (const { wish } of round) {
          this.#busy.delete(wish.markerId)
          this.#countBlock(wish.blockId, -1)
        }
        this.#running--
        this.#plan()
      })
      this.#plan()
    }
    if (this.#lastSize >= SEVERAL && !isGathered) this.#gathering = after(begin, GATHER_MS)
    else {
      this.#isDue = true
      setImmediate(begin)
    }
  }

  #note(markerIds: readonly number[]): void {
    this.#lastSize = markerIds.length
    this.#lateRounds = [...this.#lateRounds.slice(1 - LATE_ROUNDS), markerIds]
    this.#aim = awaitedShare(this.#lateRounds, this.#lanes, this.#most)
  }

  #countBlock(blockId: number, by: number): void {
    const count = (this.#blocks.get(blockId) ?? 0) + by
    if (count === 0) this.#blocks.delete(blockId)
    else this.#blocks.set(blockId, count)
  }

  /**
   * Two markers of a block often stand at the same paper, whose row the round beside would wait for: so a
   * block is in one round at a time, and the blocks that wait are shared out to the rounds that may begin.
   * Only a block that alone is being marked is in several.
   */
  #next(): Waiting[] {
    const ready = this.#waiting.filter(({ wish }) => !this.#busy.has(wish.markerId))
    const apart = ready.filter(({ wish }) => !this.#blocks.has(wish.blockId))
    const isAlone = this.#blocks.size <= 1
    const byBlock = Map.groupBy(
      apart.length > 0 || !isAlone ? apart : ready,
      ({ wish }) => wish.blockId,
    )
    const aim = Math.min(this.#most, Math.ceil(ready.length / (this.#lanes - this.#running)))
    const round: Waiting[] = []
    for (const own of byBlock.values()) {
      if (round.length >= aim) break
      for (const one of own) {
        if (round.length >= this.#most) break
        // One who asks twice at a time has the second in the next round.
        if (this.#busy.has(one.wish.markerId)) continue
        this.#busy.add(one.wish.markerId)
        round.push(one)
      }
    }
    const taken = new Set(round)
    this.#waiting = this.#waiting.filter((one) => !taken.has(one))
    return round
  }

  /**
   * On PostgreSQL, what others are just taking is passed over, so finding nothing may only mean that they
   * were faster: then the marker looks again.
   */
  async #answer(one: Waiting, granted: Granted): Promise<void> {
    const { wish, looks, resolve } = one
    const { db } = this.#services
    const mayLook = isPostgres(db) && granted.queue?.reason === 'empty' && looks < LOOKS
    if (!mayLook || (await countClaimable(db, { ...wish, avoidClassIds: [] })) === 0)
      return resolve(granted)
    await setTimeout(PAUSE_MS * (looks + 1))
    this.#waiting.push({
      ...one,
      wish: { ...wish, judgement: null },
      submitted: granted.submitted,
      looks: looks + 1,
    })
    this.#plan()
  }

  async #play(round: readonly Waiting[]): Promise<void> {
    try {
      const results = await playRound(
        this.#services,
        round.map(({ wish }) => wish),
      )
      for (const [index, one] of round.entries()) {
        const result = results[index]
        if (result instanceof AppError) one.reject(result)
        else if (!result) one.reject(new Error('a wish was not granted'))
        else {
          const submitted = one.submitted ?? result.submitted
          this.#answer(one, { ...result, submitted }).catch(one.reject)
        }
      }
    } catch (error) {
      const [only] = round
      if (round.length === 1) only?.reject(error)
      // One of them is to blame; each alone, the others are granted.
      else for (const one of round) await this.#play([one])
    }
  }
}

const roundsOf = new WeakMap<Services, Rounds>()

/**
 * Hands in a paper and fills a marker's hands, together with what others want at the same time.
 *
 * @throws AppError MARKING_BLOCK_NOT_FOUND, MARKING_NOT_ASSIGNED, and what refuses the paper
 */
export async function grant(services: Services, wish: Wish): Promise<Granted> {
  const rounds = roundsOf.get(services) ?? new Rounds(services)
  roundsOf.set(services, rounds)
  const granted = await rounds.grant({ clientId: currentClient(), ...wish })
  return granted.queue === null
    ? granted
    : { ...granted, queue: seenBy(services, wish, granted.queue) }
}

/** Pictures were addressed in the call of whoever began the round: they are for the marker. */
const seenBy = ({ links }: Services, { markerId }: Wish, queue: Queue): Queue => ({
  ...queue,
  tasks: queue.tasks.map((task) => ({
    ...task,
    images: task.images.map((image) => ({ ...image, url: links.sign(image.hash, '', markerId) })),
  })),
})
