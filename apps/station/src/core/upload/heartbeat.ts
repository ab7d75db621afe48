import { currentUser } from '@hengjuan/contracts'
import type { ServerLink } from './server-link.ts'

/** How often a station without work makes sure that the server is there. */
const EVERY_MS = 20_000

/** Asks the server for a sign of life while nothing else does; after a failure, as the back-off says. */
export class Heartbeat {
  private readonly link: ServerLink
  private readonly onAlive: () => void
  private readonly timer: NodeJS.Timeout
  /** Never yet: a station that starts with somebody signed in asks at once. */
  private askedAt = Number.NEGATIVE_INFINITY
  private asking: Promise<void> | null = null

  constructor(link: ServerLink, onAlive: () => void) {
    this.link = link
    this.onAlive = onAlive
    this.timer = setInterval(() => this.tick(), 500)
  }

  /** Asks now, whatever was planned. */
  async now(): Promise<void> {
    this.link.retryNow()
    this.asking ??= this.ask()
    await this.asking
  }

  async stop(): Promise<void> {
    clearInterval(this.timer)
    await this.asking
  }

  private tick(): void {
    const { link } = this
    if (this.asking || !(link.isSignedIn || link.isUnproven) || link.pauseMs > 0) return
    if (link.isReachable && performance.now() - this.askedAt < EVERY_MS) return
    this.asking = this.ask()
  }

  private async ask(): Promise<void> {
    this.askedAt = performance.now()
    try {
      if (this.link.isUnproven) await this.link.prove()
      else await this.link.call(currentUser, {}, { timeoutMs: 10_000 })
      if (this.link.isSignedIn) this.onAlive()
    } catch {
      // The link has noted it.
    } finally {
      this.asking = null
    }
  }
}
