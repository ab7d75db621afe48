/**
 * Runs a piece of work one round at a time. Who asks while a round is under way gets another one after
 * it: the round may have looked already at what has changed.
 */
export class Rounds {
  private readonly round: () => Promise<void>
  private running: Promise<void> | null = null
  private isAskedAgain = false

  constructor(round: () => Promise<void>) {
    this.round = round
  }

  /** @returns when a round that began after the call is over */
  ask(): Promise<void> {
    this.isAskedAgain = this.running !== null
    return (this.running ??= this.run())
  }

  /** When the rounds under way are over. */
  async rest(): Promise<void> {
    await this.running
  }

  private async run(): Promise<void> {
    // The first one too must not begin before `running` is set.
    await Promise.resolve()
    try {
      do {
        this.isAskedAgain = false
        await this.round()
      } while (this.isAskedAgain)
    } finally {
      this.running = null
    }
  }
}
