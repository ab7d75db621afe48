/** Progress on standard error: a counter in place on a terminal, notes as lines of their own. */
export class Progress {
  private readonly total: number
  private count = 0

  constructor(total: number) {
    this.total = total
  }

  step(note: string | null): void {
    this.count++
    const counter = `已处理 ${this.count}/${this.total}`
    if (process.stderr.isTTY) {
      process.stderr.write(`\r\x1b[K${note ? `${note}\n` : ''}${counter}`)
    } else if (note) {
      process.stderr.write(`[${this.count}/${this.total}] ${note}\n`)
    } else if (this.count % 50 === 0) {
      process.stderr.write(`${counter}\n`)
    }
  }

  done(summary: string): void {
    process.stderr.write(`${process.stderr.isTTY ? '\r\x1b[K' : ''}${summary}\n`)
  }
}
