import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** The server of a simulated day: its clock is moved from here, and it may be killed at any moment. */
export class ClockedServer {
  readonly address: string
  #environment: Record<string, string>
  #child: ChildProcess | null = null
  #now: number
  kills = 0

  constructor(place: { dataDir: string; databaseUrl: string; port: number; now: number }) {
    this.address = `http://127.0.0.1:${place.port}`
    this.#now = place.now
    this.#environment = {
      DATA_DIR: place.dataDir,
      CALL_LIMITS: '0,0,0',
      DATABASE_URL: place.databaseUrl,
      PORT: String(place.port),
      HOST: '127.0.0.1',
      LOG_LEVEL: 'silent',
    }
  }

  async start(): Promise<void> {
    const child = fork(join(import.meta.dirname, 'day-server.ts'), [], {
      env: { ...process.env, ...this.#environment, DAY_NOW: String(this.#now) },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      execPath: process.execPath,
    })
    this.#child = child
    await heardFrom(child)
  }

  /** Moves the clock; what is asked of the server afterwards happens then. */
  async moveTo(now: number): Promise<void> {
    this.#now = now
    const child = this.#child
    if (!child) return
    const answered = heardFrom(child)
    child.send({ now })
    await answered
  }

  /** Ends it as a power cut would, and starts it again on the same data. */
  async crashAndRestart(): Promise<void> {
    await this.#end('SIGKILL')
    await this.start()
    this.kills += 1
  }

  stop(): Promise<void> {
    return this.#end('SIGTERM')
  }

  async #end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const child = this.#child
    this.#child = null
    if (!child || child.exitCode !== null) return
    const gone = once(child, 'exit')
    child.kill(signal)
    await gone
  }
}

/** The next thing that the server says. @throws Error when it ends instead */
async function heardFrom(child: ChildProcess): Promise<void> {
  const heard = new AbortController()
  const { signal } = heard
  const ended = once(child, 'exit', { signal }).then(([code]) => {
    throw new Error(`the server of the day ended with ${String(code)}`)
  })
  try {
    await Promise.race([once(child, 'message', { signal }), ended])
  } finally {
    heard.abort()
    ended.catch(() => undefined)
  }
}
