/** Work that is done one piece at a time, in the order of asking; a piece that fails holds up no other. */
export class SerialQueue {
  private last: Promise<unknown> = Promise.resolve()

  run<T>(work: () => Promise<T>): Promise<T> {
    const run = this.last.then(work)
    this.last = run.catch(() => undefined)
    return run
  }

  /** When everything that was asked for until now is over. */
  async whenIdle(): Promise<void> {
    await this.last
  }
}
