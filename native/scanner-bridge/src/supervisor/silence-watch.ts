/** Most of a second that one look can count; a sleeping laptop or a busy station is not the bridge's silence. */
const TICK_MS = 100

/**
 * Calls back when nothing was heard for a given time, counting only time in which this process itself
 * was awake and could have heard it.
 */
export class SilenceWatch {
  private readonly timer: NodeJS.Timeout
  private last = performance.now()
  private silentMs = 0
  private limitMs: number | null

  /** @param limitMs null: silence is fine until `expect` says otherwise */
  constructor(limitMs: number | null, onSilence: () => void) {
    this.limitMs = limitMs
    this.timer = setInterval(() => {
      const now = performance.now()
      this.silentMs += Math.min(now - this.last, TICK_MS * 2)
      this.last = now
      if (this.limitMs === null || this.silentMs < this.limitMs) return
      this.stop()
      onSilence()
    }, TICK_MS)
  }

  heard(): void {
    this.silentMs = 0
  }

  expect(limitMs: number | null): void {
    this.limitMs = limitMs
    this.heard()
  }

  stop(): void {
    clearInterval(this.timer)
  }
}
