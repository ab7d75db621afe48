import { Worker } from 'node:worker_threads'
import type { Db } from '@hengjuan/db'
import { tableSize } from './table-size.query.ts'

/** What the thread is asked to do. */
export interface Asked {
  /** Module and name of a `BesideWork`. */
  url: string
  name: string
  /** The server's time, milliseconds since 1970. */
  nowMs: number
  args: unknown[]
}

export interface Told {
  id: number
  asked: Asked
}

export type Answered = { id: number } & ({ result: unknown } | { error: Failure })

/** An error, as it travels between threads: what tells trouble of the database from other errors goes with it. */
export interface Failure {
  message: string
  stack: string | undefined
  code: unknown
  syscall: unknown
}

interface Waiting {
  resolve: (result: unknown) => void
  reject: (error: Error) => void
}

/** A thread with a connection of its own that only reads. One that ended is replaced at the next use. */
export class Helper {
  readonly #databaseUrl: string
  readonly #fromRows: number
  readonly #waiting = new Map<number, Waiting>()
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

  /** @throws what the work throws, or an Error when the thread ended before it answered */
  ask(asked: Asked): Promise<unknown> {
    const worker = (this.#worker ??= this.#start())
    const id = ++this.#lastId
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      worker.postMessage({ id, asked } satisfies Told, [])
    })
  }

  /** Ends the thread, whatever it is at: nothing that it reads is lost, and a server that stops waits for no figures. */
  async close(): Promise<void> {
    await this.#worker?.terminate()
  }

  #start(): Worker {
    const worker = new Worker(new URL('./helper.worker.ts', import.meta.url), {
      workerData: this.#databaseUrl,
    })
    worker.unref()
    worker.on('message', (answer: Answered) => {
      const waiting = this.#waiting.get(answer.id)
      this.#waiting.delete(answer.id)
      if ('error' in answer) waiting?.reject(Object.assign(new Error(), answer.error))
      else waiting?.resolve(answer.result)
    })
    const end = (error: Error) => {
      if (this.#worker !== worker) return
      this.#worker = null
      for (const { reject } of this.#waiting.values()) reject(error)
      this.#waiting.clear()
    }
    worker.once('error', (error) => end(error instanceof Error ? error : new Error(String(error))))
    worker.once('exit', () => end(new Error('the reading thread ended')))
    return worker
  }
}
