import { NobodyWaits } from '../http/caller.ts'

/** Works take turns, statement by statement, and whoever came first goes first. */
export class TaskSlots {
  readonly #queue: (() => void)[] = []
  #free: number

  /** @param atOnce works whose turn it is at one time */
  constructor(atOnce: number) {
    this.#free = atOnce
  }

  /** @throws NobodyWaits when `gone` aborts first */
  async take(gone: AbortSignal): Promise<void> {
    if (gone.aborted) throw new NobodyWaits()
    if (this.#free > 0) {
      this.#free--
      return
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const leave = () => {
      this.#queue.splice(this.#queue.indexOf(resolve), 1)
      reject(new NobodyWaits())
    }
    this.#queue.push(resolve)
    gone.addEventListener('abort', leave, { once: true })
    await promise.finally(() => gone.removeEventListener('abort', leave))
  }

  /** Whoever asked, or left, meanwhile is heard before the next one's turn. */
  give(): void {
    setImmediate(() => {
      const next = this.#queue.shift()
      if (next) next()
      else this.#free++
    })
  }
}

/** A piece of work that takes turns with others. */
export class TaskSlot {
  readonly #slots: TaskSlots
  readonly #gone = new AbortController()
  #has = false
  #passing: Promise<void> | null = null

  constructor(slots: TaskSlots) {
    this.#slots = slots
  }

  /** @throws NobodyWaits once it was called off, as does `pass` */
  async enter(): Promise<void> {
    await this.#slots.take(this.#gone.signal)
    this.#has = true
  }

  /** After a statement: lets the others have theirs. Several statements of one work pass together. */
  pass(): Promise<void> {
    this.leave()
    this.#passing ??= this.enter().finally(() => {
      this.#passing = null
    })
    return this.#passing
  }

  leave(): void {
    if (this.#has) this.#slots.give()
    this.#has = false
  }

  callOff(): void {
    this.#gone.abort()
  }
}
