/** Pictures that are fetched at once. A browser holds six connections to a server: marks and messages need theirs. */
const AT_ONCE = 3
/** A picture that took longer came over a line that is full: what is fetched beside it only makes both late. */
const SLOW_MS = 2_000

interface Waiting {
  url: string
  begin: () => void
}

/**
 * Fetches pictures in the order in which they are needed, a few at a time and on a slow line one by one, so that the
 * answer that is to be marked comes before those behind it, and prefetching never stands in the way of a mark.
 */
export class ImageQueue {
  #waiting: Waiting[] = []
  #running = 0
  #isSlow = false
  readonly #fetch: (url: string) => Promise<Blob>
  readonly #now: () => number

  constructor(fetchOne: (url: string) => Promise<Blob>, now = () => performance.now()) {
    this.#fetch = fetchOne
    this.#now = now
  }

  /** Rejects when it could not be loaded. */
  get(url: string): Promise<Blob> {
    const turn = new Promise<void>((begin) => this.#waiting.push({ url, begin }))
    this.#next()
    return turn.then(() => this.#load(url))
  }

  /** Somebody looks at these now: they come before all that wait. */
  hurry(urls: readonly string[]): void {
    const isWanted = ({ url }: Waiting) => urls.includes(url)
    const wanted = this.#waiting.filter(isWanted)
    if (wanted.length === 0) return
    this.#waiting = [...wanted, ...this.#waiting.filter((one) => !isWanted(one))]
    // Beside what is under way, rather than behind it.
    if (this.#running < AT_ONCE) this.#start()
  }

  #next(): void {
    while (this.#waiting.length > 0 && this.#running < (this.#isSlow ? 1 : AT_ONCE)) this.#start()
  }

  #start(): void {
    const one = this.#waiting.shift()
    if (!one) return
    this.#running++
    one.begin()
  }

  async #load(url: string): Promise<Blob> {
    const began = this.#now()
    try {
      return await this.#fetch(url)
    } finally {
      this.#running--
      this.#isSlow = this.#now() - began > SLOW_MS
      this.#next()
    }
  }
}
