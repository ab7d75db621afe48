import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '../..')

/** How much of what a program wrote to stderr is kept for the error message. */
const LAST_WORDS = 4000

/** A program of the product running as a process of its own, which can be killed and started again. */
export class Program {
  #entry: string
  #args: readonly string[]
  #env: Record<string, string>
  #child: ChildProcess | null = null
  /** What the program said when it was ready. */
  ready: { listening: number; token?: string } = { listening: 0 }
  restarts = 0
  /** Hears at once what it has to say to whoever starts it. */
  tell: (words: string) => void = () => undefined

  constructor(entry: string, args: readonly string[], env: Record<string, string> = {}) {
    this.#entry = join(ROOT, entry)
    this.#args = args
    this.#env = env
  }

  get running(): boolean {
    return this.#child !== null
  }

  /** Of the running process. */
  get pid(): number | undefined {
    return this.#child?.pid
  }

  /** Starts it and waits until it listens. @throws Error when it ends before */
  async start(): Promise<void> {
    const child = fork(this.#entry, [...this.#args], {
      env: { ...process.env, ...this.#env },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      execPath: process.execPath,
    })
    this.#child = child
    let said = ''
    child.stderr?.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-LAST_WORDS)
      this.tell(chunk.toString())
    })
    const ready = new Promise<typeof this.ready>((listening) =>
      child.on('message', (message) => listening(message as typeof this.ready)),
    )
    const ended = once(child, 'exit').then(([code]) => {
      throw new Error(`${this.#entry} ended with ${String(code)} before it was ready:\n${said}`)
    })
    this.ready = await Promise.race([ready, ended])
    ended.catch(() => undefined)
  }

  /** What the running program answers to a message. */
  async ask(message: string): Promise<unknown> {
    const child = this.#child
    if (!child) throw new Error(`${this.#entry} does not run`)
    const answered = once(child, 'message')
    child.send(message)
    const [answer] = (await answered) as [unknown]
    return answer
  }

  /** Ends it at once, as a power cut would. */
  async kill(): Promise<void> {
    const child = this.#child
    this.#child = null
    if (!child || child.exitCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }

  async stop(): Promise<void> {
    const child = this.#child
    this.#child = null
    if (!child || child.exitCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  }

  async crashAndRestart(): Promise<void> {
    await this.kill()
    await this.start()
    this.restarts += 1
  }
}
