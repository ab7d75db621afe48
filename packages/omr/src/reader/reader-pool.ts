import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { OmrTemplate } from '@hengjuan/domain'
import { PageFileError } from '../codec/page-file-error.ts'
import type { JobOptions, PageResult } from './page-job.ts'
import type { WorkerReply, WorkerRequest } from './reader-worker.ts'

export { PageFileError }

export interface PageJob {
  /** The picture file, or a function that loads it when a worker is free for it. */
  bytes: Uint8Array | (() => Promise<Uint8Array>)
  template: OmrTemplate
  options?: JobOptions
}

/** Reads pages on several threads, one page a thread. */
export interface ReaderPool {
  /**
   * Reads one page; jobs start in the order given.
   *
   * @throws PageFileError when the file is no readable picture
   */
  read(job: PageJob): Promise<PageResult>
  /** Resolves when another job would start at once or next; wait for it before loading more pages. */
  hasRoom(): Promise<void>
  /** Jobs given and not yet finished. */
  readonly pending: number
  /** Waits for the running jobs, refuses the waiting ones, and ends the threads. */
  close(): Promise<void>
}

interface Waiting {
  job: PageJob
  resolve: (result: PageResult) => void
  reject: (error: Error) => void
}

interface Slot {
  worker: Worker
  /** Keys of templates that the thread already has. */
  known: Set<number>
  current: Waiting | null
}

const resourceLimits = {
  /** What a page leaves behind is garbage at once: room for more would only be memory that is always in use. */
  maxYoungGenerationSizeMb: 4,
  /**
   * A thread needs 15 MB. Allowed gigabytes, as it is without this, the collector would wait for tens of them
   * to gather before it looks at them; under a quarter of one it lets the heap grow by a third at most.
   */
  maxOldGenerationSizeMb: 256,
}

/** Starts a pool; threads are made when first needed. */
export function createReaderPool(options: { size?: number; workerUrl?: URL } = {}): ReaderPool {
  return new ThreadPool(
    Math.max(1, options.size ?? availableParallelism()),
    options.workerUrl ?? new URL('./reader-worker.ts', import.meta.url),
  )
}

class ThreadPool implements ReaderPool {
  private readonly size: number
  private readonly workerUrl: URL
  private readonly slots: Slot[] = []
  private readonly queue: Waiting[] = []
  private readonly keys = new WeakMap<OmrTemplate, number>()
  private nextKey = 1
  private roomWaiters: (() => void)[] = []
  private closing = false

  constructor(size: number, workerUrl: URL) {
    this.size = size
    this.workerUrl = workerUrl
  }

  get pending(): number {
    return this.queue.length + this.slots.filter((slot) => slot.current).length
  }

  read(job: PageJob): Promise<PageResult> {
    if (this.closing) return Promise.reject(new Error('reader pool is closed'))
    return new Promise((resolve, reject) => {
      this.queue.push({ job, resolve, reject })
      this.dispatch()
    })
  }

  hasRoom(): Promise<void> {
    if (this.queue.length < this.size) return Promise.resolve()
    return new Promise((resolve) => this.roomWaiters.push(resolve))
  }

  async close(): Promise<void> {
    this.closing = true
    for (const waiting of this.queue.splice(0)) waiting.reject(new Error('reader pool is closed'))
    while (this.slots.some((slot) => slot.current)) await new Promise((next) => setTimeout(next, 5))
    await Promise.all(this.slots.splice(0).map((slot) => slot.worker.terminate()))
  }

  private dispatch(): void {
    while (this.queue.length > 0) {
      const slot =
        this.slots.find((s) => !s.current) ??
        (this.slots.length < this.size ? this.start() : undefined)
      if (!slot) return
      const waiting = this.queue.shift()!
      slot.current = waiting
      void this.send(slot, waiting)
      if (this.queue.length < this.size) this.roomWaiters.splice(0).forEach((resolve) => resolve())
    }
  }

  private async send(slot: Slot, waiting: Waiting): Promise<void> {
    const { job } = waiting
    try {
      const bytes = typeof job.bytes === 'function' ? await job.bytes() : job.bytes
      const key = this.keyOf(job.template)
      const request: WorkerRequest = {
        // The caller keeps his; a copy that is handed over is copied once, any other twice.
        bytes: new Uint8Array(bytes),
        templateKey: key,
        template: slot.known.has(key) ? null : job.template,
        options: job.options ?? {},
      }
      slot.known.add(key)
      slot.worker.postMessage(request, [request.bytes.buffer as ArrayBuffer])
    } catch (error) {
      this.finish(slot, () =>
        waiting.reject(error instanceof Error ? error : new Error(String(error))),
      )
    }
  }

  private keyOf(template: OmrTemplate): number {
    let key = this.keys.get(template)
    if (key === undefined) {
      key = this.nextKey++
      this.keys.set(template, key)
    }
    return key
  }

  private start(): Slot {
    const worker = new Worker(this.workerUrl, { resourceLimits })
    const slot: Slot = { worker, known: new Set(), current: null }
    slot.worker.on('message', (reply: WorkerReply) => this.receive(slot, reply))
    slot.worker.on('error', (error: Error) => this.lose(slot, error))
    slot.worker.on('exit', () => this.lose(slot, new Error('reader thread ended')))
    this.slots.push(slot)
    return slot
  }

  private receive(slot: Slot, reply: WorkerReply): void {
    const waiting = slot.current
    if (!waiting) return
    this.finish(slot, () => {
      if (reply.kind === 'done') return waiting.resolve(reply.result)
      if (reply.kind === 'bad-file') {
        const detail = reply.detail ?? undefined
        return waiting.reject(new PageFileError(reply.code, { detail }))
      }
      waiting.reject(new Error(reply.message, { cause: reply.stack }))
    })
  }

  /** A thread that died costs its page; the next page gets a new thread. */
  private lose(slot: Slot, error: Error): void {
    const at = this.slots.indexOf(slot)
    if (at >= 0) this.slots.splice(at, 1)
    const waiting = slot.current
    slot.current = null
    waiting?.reject(error)
    this.dispatch()
  }

  private finish(slot: Slot, settle: () => void): void {
    slot.current = null
    settle()
    this.dispatch()
  }
}
