import { serialize } from 'node:v8'
import { Worker } from 'node:worker_threads'
import { type Db, yieldToEventLoop } from '@hengjuan/db'
import { type AppError, appErrorOf, type ErrorCode } from '@hengjuan/domain'
import type { Clock } from '../clock.ts'
import { assertWanted, callerGone } from '../http/caller.ts'
import { SharedAnswers } from '../http/shared-answers.ts'
import { tableSize } from './table-size.query.ts'

/** What the thread is asked to do. */
export interface Asked {
  /** Module and name of a `WorkerFunction`. */
  url: string
  name: string
  args: unknown[]
}

/** A question with the server's time, milliseconds since 1970; or that nobody waits for the answer any more. */
export type Told = { id: number; asked: Asked; nowMs: number } | { left: number }

export type Answered = { id: number } & ({ result: unknown } | { error: Failure })

/** An error, as it travels between threads: what tells trouble of the database from other errors goes with it. */
export interface Failure {
  message: string
  /** Of an AppError; null of others. */
  facts: AppError['facts'] | null
  stack: string | undefined
  code: unknown
  syscall: unknown
}

interface Waiting {
  resolve: (result: unknown) => void
  reject: (error: Error) => void
}

/** A thread with a connection of its own that only reads. One that ended is replaced at the next use. */
export class ReaderThread {
  readonly #databaseUrl: string
  readonly #fromRows: number
  readonly #waiting = new Map<number, Waiting>()
  /** Questions that were not sent yet: whoever asks the same is given the same answer. */
  readonly #unsent = new SharedAnswers<string, unknown>()
  /** Of questions that were sent, when they end. */
  readonly #sent = new Map<string, Promise<unknown>>()
  #closing = new AbortController()
  #worker: Worker | null = null
  #lastId = 0

  /** Were there rows enough when that was last asked? There are only ever more. */
  isWorthIt: boolean

  constructor(databaseUrl: string, fromRows: number) {
    this.#databaseUrl = databaseUrl
    this.#fromRows = fromRows
    this.isWorthIt = fromRows === 0
  }

  async becomesWorthIt(db: Db): Promise<boolean> {
    this.isWorthIt = (await tableSize(db)) >= this.#fromRows
    return this.isWorthIt
  }

  /**
   * Asks the thread. What several ask at the same time is answered once; those who ask while it is being answered wait
   * for the next answer, since this one may be from before they asked.
   *
   * @throws what the work throws; NobodyWaits where the caller has left; an Error when the thread ended before it answered
   */
  ask(asked: Asked, clock: Clock): Promise<unknown> {
    const key = serialize(asked).toString('latin1')
    const { signal } = this.#closing
    return this.#unsent.ask(key, async () => {
      await yieldToEventLoop()
      await this.#sent.get(key)
      this.#unsent.close(key)
      signal.throwIfAborted()
      assertWanted()
      const answer = this.#send(asked, clock.now().getTime())
      const ended = answer
        .catch(() => undefined)
        .finally(() => this.#sent.get(key) === ended && this.#sent.delete(key))
      this.#sent.set(key, ended)
      return answer
    })
  }

  /** Ends the thread, whatever it is at: nothing that it reads is lost, and a server that stops waits for no figures. */
  async close(): Promise<void> {
    this.#closing.abort(ended())
    this.#closing = new AbortController()
    await this.#worker?.terminate()
  }

  #send(asked: Asked, nowMs: number): Promise<unknown> {
    const worker = (this.#worker ??= this.#start())
    const tell = (told: Told) => worker.postMessage(told, [])
    const id = ++this.#lastId
    const gone = callerGone()
    const leave = () => tell({ left: id })
    gone?.addEventListener('abort', leave, { once: true })
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      tell({ id, asked, nowMs })
    }).finally(() => gone?.removeEventListener('abort', leave))
  }

  #start(): Worker {
    const worker = new Worker(new URL('./reader.worker.ts', import.meta.url), {
      workerData: this.#databaseUrl,
    })
    worker.unref()
    worker.on('message', (answer: Answered) => {
      const waiting = this.#waiting.get(answer.id)
      this.#waiting.delete(answer.id)
      if ('error' in answer) waiting?.reject(errorOf(answer.error))
      else waiting?.resolve(answer.result)
    })
    const end = (error: Error) => {
      if (this.#worker !== worker) return
      this.#worker = null
      for (const { reject } of this.#waiting.values()) reject(error)
      this.#waiting.clear()
    }
    worker.once('error', (error) => end(error instanceof Error ? error : new Error(String(error))))
    worker.once('exit', () => end(ended()))
    return worker
  }
}

const errorOf = ({ facts, ...failure }: Failure): Error =>
  facts ? appErrorOf(failure.code as ErrorCode, facts) : Object.assign(new Error(), failure)

const ended = () => new Error('the reading thread ended')
