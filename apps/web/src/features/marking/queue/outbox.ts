import { type Caller, CallError } from '@hengjuan/client'
import { markCorrect, markSubmit, type ReplyOf } from '@hengjuan/contracts'
import type { OutboxItem, OutboxStore } from './outbox-store.ts'

export type SubmitReply = ReplyOf<typeof markSubmit>

export interface OutboxListener {
  onSent: (item: OutboxItem, reply: SubmitReply | ReplyOf<typeof markCorrect>) => void
  /** The server will not take it; it is out of the queue. */
  onRefused: (item: OutboxItem, error: CallError) => void
  /** Unsent items, and since when the server can not be reached (ms since epoch; null when it can). */
  onState: (state: { pending: number; awaySince: number | null; isSignedOut: boolean }) => void
}

const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 30_000

/** Worth sending again as it is. */
const isPassing = ({ status, code }: CallError): boolean =>
  code === 'OFFLINE' || code === 'CANCELLED' || status === 429 || status >= 500

/** The session is over; what is unsent waits for the next one. */
const isSignedOut = ({ status }: CallError): boolean => status === 401

/**
 * Sends what a marker gave, one after the other in the order given, until the server has it. Nobody waits
 * for it: `add` returns at once, and the next paper is on the screen.
 *
 * @source ui D2 (queue and prefetch, 4)
 */
export class Outbox {
  #items: OutboxItem[] = []
  #caller: Caller
  #store: OutboxStore
  #listener: OutboxListener
  #userId: number
  #refillOf: number | null
  #isSending = false
  #isStopped = false
  #wait = FIRST_WAIT_MS
  #timer: ReturnType<typeof setTimeout> | undefined
  #awaySince: number | null = null
  #isSignedOut = false

  constructor(
    options: {
      caller: Caller
      store: OutboxStore
      userId: number
      /** The block that is being marked: its scores bring more papers, others do not; null for none. */
      refillOf: number | null
    },
    listener: OutboxListener,
  ) {
    this.#caller = options.caller
    this.#store = options.store
    this.#userId = options.userId
    this.#refillOf = options.refillOf
    this.#listener = listener
  }

  /** Takes up what an earlier page left unsent. */
  async resume(): Promise<void> {
    const left = await this.#store.ofUser(this.#userId)
    const known = new Set(this.#items.map(({ key }) => key))
    this.#items = [...left.filter(({ key }) => !known.has(key)), ...this.#items]
    this.#tell()
    void this.#send()
  }

  add(item: OutboxItem): void {
    this.#items.push(item)
    this.#tell()
    // A browser without storage (private window) still sends from memory.
    void this.#store
      .put(item)
      .catch(() => undefined)
      .then(() => this.#send())
  }

  get pending(): number {
    return this.#items.length
  }

  /** Is this paper's score still on its way? */
  holds(readingId: number): boolean {
    return this.#items.some(({ body }) => body.reading_id === readingId)
  }

  /** The network is back: do not wait out the pause. */
  retryNow(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#wait = FIRST_WAIT_MS
    void this.#send()
  }

  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#timer)
  }

  async #send(): Promise<void> {
    if (this.#isSending || this.#isStopped || this.#timer !== undefined) return
    this.#isSending = true
    try {
      for (let item = this.#items[0]; item && !this.#isStopped; item = this.#items[0])
        if (!(await this.#sendOne(item))) return
    } finally {
      this.#isSending = false
    }
  }

  /** @returns whether to go on with the next */
  async #sendOne(item: OutboxItem): Promise<boolean> {
    try {
      const reply =
        item.kind === 'submit'
          ? await this.#caller.call(markSubmit, { body: this.#submitOf(item.body) })
          : await this.#caller.call(markCorrect, { body: item.body })
      await this.#drop(item)
      this.#listener.onSent(item, reply)
      return true
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (isSignedOut(error)) {
        this.stop()
        this.#isSignedOut = true
        this.#tell()
        return false
      }
      if (isPassing(error)) {
        this.#pause()
        return false
      }
      await this.#drop(item)
      this.#listener.onRefused(item, error)
      return true
    }
  }

  /** Papers of a block that nobody marks here would lie until their lease ends. */
  #submitOf<Body extends { block_id: number; refill?: number }>(body: Body): Body {
    return body.block_id === this.#refillOf ? body : { ...body, refill: 0 }
  }

  async #drop(item: OutboxItem): Promise<void> {
    this.#items = this.#items.filter(({ key }) => key !== item.key)
    this.#wait = FIRST_WAIT_MS
    this.#awaySince = null
    this.#tell()
    await this.#store.remove(item.key).catch(() => undefined)
  }

  #pause(): void {
    this.#awaySince ??= Date.now()
    this.#tell()
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      void this.#send()
    }, this.#wait)
    this.#wait = Math.min(LONGEST_WAIT_MS, this.#wait * 2)
  }

  #tell(): void {
    this.#listener.onState({
      pending: this.#items.length,
      awaySince: this.#awaySince,
      isSignedOut: this.#isSignedOut,
    })
  }
}
