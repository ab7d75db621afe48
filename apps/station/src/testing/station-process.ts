import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'
import type { StationCall, StationInput, StationReplies } from '../bridge/station-api.ts'

const MAIN = path.resolve(import.meta.dirname, '../dev/main.ts')

/** The station as a process of its own, to be killed. */
export class StationProcess {
  private readonly args: string[]
  private child: ChildProcess | null = null
  address = ''
  private token = ''
  output = ''

  constructor(options: { serverUrl: string; dataDir: string; args?: string[] }) {
    this.args = [
      `--server=${options.serverUrl}`,
      `--data=${options.dataDir}`,
      `--key-folder=${options.dataDir}-key`,
      '--port=0',
      '--poll-ms=60',
      '--stable-ms=80',
      '--settle-ms=500',
      ...(options.args ?? []),
    ]
  }

  async start(): Promise<void> {
    const child = spawn(process.execPath, [MAIN, ...this.args], {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    this.child = child
    const keep = (chunk: Buffer) => (this.output = (this.output + chunk.toString()).slice(-8000))
    child.stdout?.on('data', keep)
    child.stderr?.on('data', keep)
    const { listening, token } = await new Promise<{ listening: number; token: string }>(
      (resolve, reject) => {
        child.once('message', (message) => resolve(message as { listening: number; token: string }))
        child.once('exit', (code) => reject(new Error(`station ended (${code})\n${this.output}`)))
      },
    )
    this.address = `http://127.0.0.1:${listening}`
    this.token = token
  }

  /** Without any warning, as a power cut. */
  kill = (): Promise<void> => this.end('SIGKILL')
  stop = (): Promise<void> => this.end('SIGTERM')

  private async end(signal: NodeJS.Signals): Promise<void> {
    const { child } = this
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    await new Promise<void>((done) => {
      child.once('exit', () => done())
      child.kill(signal)
    })
  }

  async call<Call extends StationCall>(
    name: Call,
    input: StationInput<Call>,
  ): Promise<StationReplies[Call]> {
    const response = await fetch(`${this.address}/api/${name}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(input),
    })
    const reply = (await response.json()) as { data: StationReplies[Call]; message?: string }
    if (!response.ok) throw new Error(`${name}: ${reply.message}`)
    return reply.data
  }

  /** A page or picture as the browser gets it. */
  fetch = (where: string, headers: Record<string, string> = this.bearer): Promise<Response> =>
    fetch(this.address + where, { headers, redirect: 'manual' })

  get bearer(): Record<string, string> {
    return { authorization: `Bearer ${this.token}` }
  }

  get openAddress(): string {
    return `${this.address}/open?token=${this.token}`
  }
}
