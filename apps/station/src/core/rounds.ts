/**
 * Runs a piece of work one round at a time. Who asks while a round is under way gets another one after
 * it: the round may have looked already at what has changed.
 */
export class Rounds {
  private readonly round: () => Promise<void>
  private running: Promise<void> = Promise.resolve()
  private isRunning = false
  private isAskedAgain = false

  constructor(round: () => Promise<void>) {
    this.round = round
  }

  /** The first round begins at once. @returns when a round that began after the call is over */
  ask(): Promise<void> {
    this.isAskedAgain = this.isRunning
    if (this.isRunning) return this.running
    this.isRunning = true
    this.running = this.run()
    return this.running
  }

  get isUnderWay(): boolean {
    return this.isRunning
  }

  /** When the rounds under way are over. */
  async rest(): Promise<void> {
    await this.running
  }

  private async run(): Promise<void> {
    try {
      do {
        this.isAskedAgain = false
        await this.round().catch((error: unknown) => {
          // Who asked meanwhile gets a round all the same.
          if (!this.isAskedAgain) throw error
        })
      } while (this.isAskedAgain)
    } finally {
      this.isRunning = false
    }
  }
}
