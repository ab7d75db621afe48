import { unlessGone, whileWanted } from './caller.ts'

/** Answers that several may wait for, by what was asked. Work is called off when everybody who waited has left. */
export class SharedAnswers<Key, Answer> {
  readonly #open = new Map<Key, SharedAnswer<Answer>>()

  /**
   * Joins whoever waits for the same; begins the work where nobody does.
   *
   * @throws what the work throws; NobodyWaits where the caller has left
   */
  ask(key: Key, work: () => Promise<Answer>): Promise<Answer> {
    return this.#begun(key, work).wait()
  }

  /** Begins the work if it is not begun, for whoever asks later: it is not called off. */
  begin(key: Key, work: () => Promise<Answer>): void {
    this.#begun(key, work).keep()
  }

  /** Whoever asks from now on is answered anew. */
  close(key: Key): void {
    this.#open.delete(key)
  }

  #begun(key: Key, work: () => Promise<Answer>): SharedAnswer<Answer> {
    const open = this.#open.get(key)
    if (open) return open
    const begun = new SharedAnswer(work, () => {
      if (this.#open.get(key) === begun) this.#open.delete(key)
    })
    this.#open.set(key, begun)
    return begun
  }
}

class SharedAnswer<Answer> {
  readonly #left = new AbortController()
  readonly #answer: Promise<Answer>
  readonly #onEnd: () => void
  #waiting = 0
  #isKept = false

  /** @param onEnd when there is an answer, or nobody to wait for one */
  constructor(work: () => Promise<Answer>, onEnd: () => void) {
    this.#onEnd = onEnd
    this.#answer = whileWanted(this.#left.signal, work).finally(onEnd)
    // Told to those who wait; nobody may.
    this.#answer.catch(() => undefined)
  }

  keep(): void {
    this.#isKept = true
  }

  async wait(): Promise<Answer> {
    this.#waiting++
    try {
      return await unlessGone(this.#answer)
    } finally {
      this.#waiting--
      if (this.#waiting === 0 && !this.#isKept) {
        this.#onEnd()
        this.#left.abort()
      }
    }
  }
}
