/** Over which the rate is measured. */
const WINDOW_MS = 60_000

/** How fast uploads go, measured by what the server has acknowledged. */
export class UploadMeter {
  private readonly now: () => number
  private readonly acknowledged: { at: number; bytes: number }[] = []
  /** When uploads began to flow after a rest. */
  private since = 0

  constructor(now: () => number = () => performance.now()) {
    this.now = now
  }

  add(bytes: number): void {
    this.forgetOld()
    const at = this.now()
    if (this.acknowledged.length === 0) this.since = at
    this.acknowledged.push({ at, bytes })
  }

  /** @returns bytes and sheets per second over the last minute; 0 until two are through */
  get rate(): { bytes: number; sheets: number } {
    this.forgetOld()
    const [first] = this.acknowledged
    if (!first || this.acknowledged.length < 2) return { bytes: 0, sheets: 0 }
    const seconds = Math.max(1, this.now() - Math.max(this.since, first.at)) / 1000
    // The first one ends the moment that the measuring begins with.
    const counted = this.acknowledged.slice(1)
    const bytes = counted.reduce((sum, each) => sum + each.bytes, 0)
    return { bytes: bytes / seconds, sheets: counted.length / seconds }
  }

  private forgetOld(): void {
    const oldest = this.now() - WINDOW_MS
    while (this.acknowledged[0] && this.acknowledged[0].at < oldest) this.acknowledged.shift()
  }
}
