import { type ChildProcess, fork } from 'node:child_process'
import type { OmrTemplate } from '@hengjuan/domain'
import { PageFileError } from '@hengjuan/omr'
import type { PageAnswer, PageReply, PageRequest } from './page-answer.ts'

/** How a reading process was lost over a page. */
export type LossCause = 'crash' | 'hang' | 'killed'

/** The process that read the page is gone, and the page is not read. */
export class ReaderLost extends Error {
  /** `killed`: ended from outside, which need not be the page's doing. */
  readonly reason: LossCause
  constructor(cause: LossCause, detail: string) {
    super(`reading process lost (${cause}): ${detail}`)
    this.reason = cause
  }
}

export interface ReaderProcessOptions {
  /** How many processes, one page each. */
  size: number
  /** A page that takes longer hangs. */
  timeoutMs: number
  /** The program, for tests. */
  program?: URL
  /** The Node that runs it. */
  execPath?: string
  log?: (text: string) => void
}

export interface ReadJob {
  bytes: () => Promise<Uint8Array>
  /** The expected one first. */
  templates: readonly OmrTemplate[]
}

interface Waiting {
  job: ReadJob
  resolve: (answer: PageAnswer) => void
  reject: (error: Error) => void
}

interface Slot {
  child: ChildProcess
  known: Set<number>
  current: Waiting | null
  timer: NodeJS.Timeout | null
  isHanging: boolean
}

/**
 * Processes that read pages, one page a process. A process that dies or hangs costs its page, which the
 * caller may give again; the next page gets a new process.
 */
export class ReaderProcesses {
  private readonly options: ReaderProcessOptions
  private readonly slots: Slot[] = []
  private readonly queue: Waiting[] = []
  private readonly keys = new WeakMap<OmrTemplate, number>()
  private nextKey = 1
  private isClosing = false

  constructor(options: ReaderProcessOptions) {
    this.options = options
  }

  /**
   * Reads one page; jobs start in the order given.
   *
   * @throws PageFileError when the file is no readable picture
   * @throws ReaderLost when the process ended over it
   */
  read(job: ReadJob): Promise<PageAnswer> {
    if (this.isClosing) return Promise.reject(new Error('reading has ended'))
    return new Promise((resolve, reject) => {
      this.queue.push({ job, resolve, reject })
      this.dispatch()
    })
  }

  /** Process ids, for supervision. */
  get pids(): number[] {
    return this.slots.flatMap(({ child }) => child.pid ?? [])
  }

  /** Ends all processes at once; what is being read is read again another time. */
  async close(): Promise<void> {
    this.isClosing = true
    for (const waiting of this.queue.splice(0)) waiting.reject(new Error('reading has ended'))
    await Promise.all(this.slots.splice(0).map((slot) => this.end(slot)))
  }

  private async end(slot: Slot): Promise<void> {
    const { child } = slot
    if (slot.timer) clearTimeout(slot.timer)
    const gone = new Promise<void>((done) => child.once('exit', () => done()))
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await gone
  }

  private dispatch(): void {
    while (this.queue.length > 0 && !this.isClosing) {
      const slot =
        this.slots.find((each) => !each.current) ??
        (this.slots.length < this.options.size ? this.start() : undefined)
      const waiting = slot && this.queue.shift()
      if (!waiting) return
      slot.current = waiting
      void this.send(slot, waiting)
    }
  }

  private async send(slot: Slot, waiting: Waiting): Promise<void> {
    try {
      const bytes = await waiting.job.bytes()
      if (slot.current !== waiting) return
      const request: PageRequest = {
        bytes,
        templates: waiting.job.templates.map((template) => {
          const key = this.keyOf(template)
          const isKnown = slot.known.has(key)
          slot.known.add(key)
          return { key, template: isKnown ? null : template }
        }),
      }
      slot.timer = setTimeout(() => this.giveUp(slot), this.options.timeoutMs)
      slot.child.send(request, (error) => {
        // The process is just dying; its end is told by `exit`.
        if (error) this.options.log?.(`not sent: ${error.message}`)
      })
    } catch (error) {
      this.settle(slot, () =>
        waiting.reject(error instanceof Error ? error : new Error(String(error))),
      )
    }
  }

  private keyOf(template: OmrTemplate): number {
    const known = this.keys.get(template)
    if (known !== undefined) return known
    this.keys.set(template, this.nextKey)
    return this.nextKey++
  }

  private start(): Slot {
    const { program = new URL('./reader-process.ts', import.meta.url), execPath } = this.options
    const child = fork(program, {
      serialization: 'advanced',
      execArgv: [],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      ...(execPath === undefined ? {} : { execPath }),
    })
    const slot: Slot = { child, known: new Set(), current: null, timer: null, isHanging: false }
    child.stderr?.on('data', (chunk: Buffer) => this.options.log?.(chunk.toString().slice(0, 2000)))
    child.on('message', (reply: PageReply) => this.receive(slot, reply))
    child.once('error', (error) => this.lose(slot, 'crash', String(error)))
    child.once('exit', (code, signal) =>
      this.lose(slot, causeOf(slot, signal), `code ${code} signal ${signal}`),
    )
    this.slots.push(slot)
    return slot
  }

  private receive(slot: Slot, reply: PageReply): void {
    const waiting = slot.current
    if (!waiting) return
    this.settle(slot, () => {
      if (reply.kind === 'done') return waiting.resolve(reply.answer)
      if (reply.kind === 'bad-file')
        return waiting.reject(new PageFileError(reply.code, { detail: reply.detail ?? undefined }))
      waiting.reject(new Error(reply.message, { cause: reply.stack }))
    })
  }

  private giveUp(slot: Slot): void {
    slot.isHanging = true
    slot.child.kill('SIGKILL')
  }

  private lose(slot: Slot, cause: LossCause, detail: string): void {
    const at = this.slots.indexOf(slot)
    if (at >= 0) this.slots.splice(at, 1)
    this.settle(slot, () => undefined)?.reject(new ReaderLost(cause, detail))
  }

  private settle(slot: Slot, tell: () => void): Waiting | null {
    const waiting = slot.current
    if (slot.timer) clearTimeout(slot.timer)
    slot.timer = null
    slot.current = null
    tell()
    this.dispatch()
    return waiting
  }
}

const causeOf = (slot: Slot, signal: NodeJS.Signals | null): LossCause => {
  if (slot.isHanging) return 'hang'
  return signal === 'SIGKILL' || signal === 'SIGTERM' ? 'killed' : 'crash'
}
