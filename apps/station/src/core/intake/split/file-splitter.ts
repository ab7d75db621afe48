import { type ChildProcess, fork } from 'node:child_process'
import type { FileAnswer, SplitPage, SplitReply, SplitRequest } from './split-answer.ts'

/** The largest page takes some seconds; a machine that is short of memory ten times that. */
const TIMEOUT_MS = 120_000
/** A process may be ended from outside, so that a page that loses it is tried once more. */
const TRIES = 2

/** Takes one file apart in a process of its own, a page at a time. */
export class FileSplitter {
  private readonly file: string
  private readonly program: URL
  private readonly log: (text: string) => void
  private child: ChildProcess | null = null
  private isClosed = false

  /** @param program for tests */
  constructor(
    file: string,
    log: (text: string) => void,
    program = new URL('./split-process.ts', import.meta.url),
  ) {
    this.file = file
    this.log = log
    this.program = program
  }

  /** Counts the pages; a file that ends the process is damaged. */
  async open(): Promise<FileAnswer> {
    for (let tries = 0; tries < TRIES; tries++) {
      const reply = await this.start()
      if (reply?.kind === 'pages' || reply?.kind === 'refused') return reply
    }
    return { kind: 'refused', refusal: 'damaged' }
  }

  /** @returns null for a page that cannot be had; the others still can */
  async page(page: number): Promise<SplitPage | null> {
    for (let tries = 0; tries < TRIES; tries++) {
      if (!this.child && (await this.start())?.kind !== 'pages') continue
      const reply = await this.ask({ kind: 'page', page })
      if (reply?.kind === 'picture' || reply?.kind === 'too-large') return reply
    }
    return null
  }

  close(): void {
    this.isClosed = true
    this.drop()
  }

  private start(): Promise<SplitReply | null> {
    this.drop()
    if (this.isClosed) return Promise.resolve(null)
    const child = fork(this.program, {
      serialization: 'advanced',
      execArgv: [],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    child.stderr?.on('data', (chunk: Buffer) => this.log(chunk.toString().slice(0, 2000)))
    child.once('error', (error) => this.log(String(error)))
    this.child = child
    return this.ask({ kind: 'open', file: this.file })
  }

  /** @returns null when the process was lost over it */
  private async ask(request: SplitRequest): Promise<SplitReply | null> {
    const { child } = this
    if (!child) return null
    const reply = await new Promise<SplitReply | null>((resolve) => {
      const timer = setTimeout(() => child.kill('SIGKILL'), TIMEOUT_MS)
      const settle = (told: SplitReply | null) => {
        clearTimeout(timer)
        child.off('message', settle as (message: unknown) => void)
        child.off('exit', gone)
        resolve(told)
      }
      const gone = () => settle(null)
      child.on('message', settle as (message: unknown) => void)
      child.on('exit', gone)
      if (child.exitCode !== null || child.signalCode !== null) return gone()
      child.send(request, (error) => {
        // It is just dying; its end is told by `exit`.
        if (error) this.log(`not sent: ${error.message}`)
      })
    })
    if (reply?.kind === 'failed') this.log(reply.message)
    if (reply === null && this.child === child) this.child = null
    return reply
  }

  private drop(): void {
    this.child?.kill('SIGKILL')
    this.child = null
  }
}
