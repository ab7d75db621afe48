import { type Caller, CallError } from '@hengjuan/client'
import { markCorrect, markSubmit, type ReplyOf } from '@hengjuan/contracts'
import type { Hold } from '../../../../session/own-session.ts'
import type { OutboxItem, OutboxStore } from './outbox-store.ts'
import { fateOf, isStumble } from './submit-fate.ts'

export type SubmitReply = ReplyOf<typeof markSubmit>

export interface OutboxState {
  /** Unsent items. */
  pending: number
  /** Since when nothing arrives (ms since epoch); null when it does. */
  awaySince: number | null
  /** Why, in the words of a server that answers and cannot take it; null where nobody answers. */
  trouble: string | null
  /** Why nothing is sent; null when it is. */
  hold: Hold | null
}

export interface OutboxListener {
  onSent: (
    item: OutboxItem,
    reply: SubmitReply | ReplyOf<typeof markCorrect>,
    /** Milliseconds that the call took. */
    tookMs: number,
  ) => void
  /** The server will never take it. It is out of the queue, and kept with the reason until it was read. */
  onRefused: (item: OutboxItem & { refusal: string }, error: CallError) => void
  onState: (state: OutboxState) => void
}

/** Tells whether marks of this person may be sent from here: never as somebody else. */
export interface MarkerSession {
  /** As far as the page knows. */
  here: () => Hold | null
  /** As the server says; what it says of the session holds here from then on. @throws CallError */
  ask: () => Promise<Hold | null>
}

const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 30_000

/**
 * Sends what a marker gave, one after the other in the order given, until the server has it. Nobody waits
 * for it: `add` returns at once, and the next paper is on the screen. What becomes of each answer stands in
 * `submit-fate.ts`; nothing leaves the store but what the server has and what its marker has read.
 *
 * @source ui D2 (queue and prefetch, 4)
 */
export class Outbox {
  #items: OutboxItem[] = []
  /** Keys of items that would outlive the page. */
  #stored = new Set<string>()
  #caller: Pick<Caller, 'call'>
  #store: OutboxStore
  #session: MarkerSession
  #listener: OutboxListener
  #userId: number
  #refill: (blockId: number) => number
  /** When the latest was given, by the clock of this computer. */
  #lastAt = 0
  #isSending = false
  #isStopped = false
  #wait = FIRST_WAIT_MS
  #timer: ReturnType<typeof setTimeout> | undefined
  #awaySince: number | null = null
  #trouble: string | null = null
  #hold: Hold | null = null
  #asking: Promise<boolean> | null = null

  constructor(
    options: {
      caller: Pick<Caller, 'call'>
      store: OutboxStore
      session: MarkerSession
      userId: number
      /**
       * How many papers of a block to have in hand once a score of it has arrived; asked when it is sent. 0 where
       * nobody marks the block here: they would lie until their lease ends.
       */
      refill: (blockId: number) => number
    },
    listener: OutboxListener,
  ) {
    this.#caller = options.caller
    this.#store = options.store
    this.#session = options.session
    this.#userId = options.userId
    this.#refill = options.refill
    this.#listener = listener
  }

  /** Takes up what an earlier page left unsent. */
  async resume(): Promise<void> {
    const left = await this.#store.ofUser(this.#userId)
    const known = new Set(this.#items.map(({ key }) => key))
    const fresh = left.filter(({ key }) => !known.has(key))
    for (const { key } of fresh) this.#stored.add(key)
    this.#items = [...fresh, ...this.#items]
    this.#lastAt = Math.max(this.#lastAt, ...fresh.map(({ at }) => at))
    this.#tell()
    void this.#send()
  }

  add(given: OutboxItem): void {
    // A clock that is set back must not put a change before the mark that it changes, once both are taken up anew.
    const item = { ...given, at: Math.max(given.at, this.#lastAt + 1) }
    this.#lastAt = item.at
    this.#items.push(item)
    this.#tell()
    // A browser without storage (private window) still sends from memory.
    void this.#store.put(item).then((isStored) => {
      if (isStored) this.#stored.add(item.key)
      return this.#send()
    })
  }

  get pending(): number {
    return this.#items.length
  }

  /** Papers of a block whose scores, or problems, are on their way. */
  pendingOf(blockId: number): number {
    return this.#items.filter(({ kind, body }) => kind === 'submit' && body.block_id === blockId)
      .length
  }

  /** Is everything that waits where the next page of this marker finds it? */
  get isKept(): boolean {
    return this.#items.every(({ key }) => this.#stored.has(key))
  }

  /** Does it wait for its marker? */
  get isHeld(): boolean {
    return this.#hold !== null
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

  /**
   * Who acts here may have changed: asks the server, and sends on where the marker is back.
   *
   * @returns whether marks may be sent; while nobody can be asked, as it was before
   */
  look(): Promise<boolean> {
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = null
    })
    return this.#asking
  }

  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#timer)
  }

  async #ask(): Promise<boolean> {
    const wasHeld = this.#hold !== null
    try {
      this.#setHold(await this.#session.ask())
    } catch (error) {
      if (!(error instanceof CallError)) throw error
    }
    if (wasHeld && this.#hold === null) this.retryNow()
    return this.#hold === null
  }

  #setHold(hold: Hold | null): void {
    this.#hold = hold
    if (hold) this.#awaySince = null
    this.#tell()
  }

  async #send(): Promise<void> {
    if (this.#isSending || this.#isStopped || this.#timer !== undefined) return
    this.#isSending = true
    try {
      for (let item = this.#items[0]; item && !this.#isStopped; item = this.#items[0]) {
        // Looked at right before: the call takes its token in the same moment.
        const hold = this.#session.here()
        if (hold || this.#hold) return this.#setHold(hold ?? this.#hold)
        if (!(await this.#sendOne(item))) return
      }
    } finally {
      this.#isSending = false
    }
  }

  /** @returns whether to go on with the next */
  async #sendOne(item: OutboxItem): Promise<boolean> {
    let reply: SubmitReply | ReplyOf<typeof markCorrect>
    const began = performance.now()
    try {
      reply =
        item.kind === 'submit'
          ? await this.#caller.call(markSubmit, {
              body: { ...item.body, refill: this.#refill(item.body.block_id) },
            })
          : await this.#caller.call(markCorrect, { body: item.body })
    } catch (error) {
      return this.#failed(item, error)
    }
    const tookMs = performance.now() - began
    this.#drop(item)
    await this.#store.remove(item.key)
    this.#listener.onSent(item, reply, tookMs)
    return true
  }

  async #failed(item: OutboxItem, error: unknown): Promise<boolean> {
    switch (fateOf(error)) {
      case 'again':
        if (isStumble(error)) this.#letOthersGoFirst(item)
        this.#pause(error)
        return false
      case 'hold':
        // Where the server sees nothing in the way, the same is tried again, not at once.
        if (await this.look()) this.#pause(error)
        return false
      case 'settled': {
        const refused = { ...item, refusal: (error as CallError).message }
        await this.#store.put(refused)
        this.#drop(item)
        this.#listener.onRefused(refused, error as CallError)
        return true
      }
    }
  }

  /** One mark that the server stumbles over does not hold up those of other papers. */
  #letOthersGoFirst({ body }: OutboxItem): void {
    const isOfPaper = (one: OutboxItem) => one.body.reading_id === body.reading_id
    this.#items = [
      ...this.#items.filter((one) => !isOfPaper(one)),
      ...this.#items.filter((one) => isOfPaper(one)),
    ]
  }

  #drop(item: OutboxItem): void {
    this.#items = this.#items.filter(({ key }) => key !== item.key)
    this.#stored.delete(item.key)
    this.#wait = FIRST_WAIT_MS
    this.#awaySince = null
    this.#trouble = null
    this.#tell()
  }

  #pause(error: unknown): void {
    this.#awaySince ??= Date.now()
    this.#trouble = error instanceof CallError && error.status >= 500 ? error.message : null
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
      trouble: this.#trouble,
      hold: this.#hold,
    })
  }
}
