/** Time as the station's parts see it, so that tests can let an hour pass in a moment. */
export interface Clock {
  /** Milliseconds that only ever grow. */
  now: () => number
  sleep: (ms: number) => Promise<void>
}

export const realClock: Clock = {
  now: () => performance.now(),
  sleep: (ms) => new Promise((done) => setTimeout(done, ms)),
}

/** How much may be saved up while nothing is sent, in seconds of the rate. */
const BURST_SECONDS = 0.25

/**
 * Lets bytes pass at a rate, whoever sends them: what several uploads take at a time is counted as one.
 * Each sender waits until its own bytes are paid for, so that the order of asking is the order of going.
 */
export class TokenBucket {
  private readonly clock: Clock
  private readonly bytesPerSecond: () => number
  private readonly waiting = new Set<() => void>()
  private tokens = 0
  private filledAt: number

  /** @param bytesPerSecond asked each time, since a person may change it meanwhile; 0 means no limit */
  constructor(bytesPerSecond: () => number, clock: Clock = realClock) {
    this.bytesPerSecond = bytesPerSecond
    this.clock = clock
    this.filledAt = clock.now()
  }

  /** Resolves when `bytes` may go. */
  async take(bytes: number): Promise<void> {
    const rate = this.bytesPerSecond()
    if (rate <= 0) return this.clear()
    const now = this.clock.now()
    const earned = ((now - this.filledAt) / 1000) * rate
    this.tokens = Math.min(rate * BURST_SECONDS, this.tokens + earned) - bytes
    this.filledAt = now
    if (this.tokens < 0) await this.pause((-this.tokens / rate) * 1000)
  }

  /** The rate has changed: who waits by the old one goes at once, and pays for the next piece by the new. */
  reconsider(): void {
    this.clear()
    const waiting = [...this.waiting]
    this.waiting.clear()
    for (const go of waiting) go()
  }

  private async pause(ms: number): Promise<void> {
    const changed = Promise.withResolvers<void>()
    this.waiting.add(changed.resolve)
    await Promise.race([this.clock.sleep(ms), changed.promise])
    this.waiting.delete(changed.resolve)
  }

  private clear(): void {
    this.tokens = 0
    this.filledAt = this.clock.now()
  }
}
