import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'
import type { Duplex } from 'node:stream'
import { Value } from 'typebox/value'
import { LineReader, lineOf } from '../protocol/line-channel.ts'
import {
  BridgeEvent,
  type Command,
  type CommandInput,
  type CommandReply,
  commands,
  replies,
  Reply,
} from '../protocol/messages.ts'
import { ScanError } from '../protocol/scan-error.ts'
import { PROTOCOL_VERSION } from '../protocol/version.ts'
import { type BridgeChannel, laterChannel, streamChannel } from './bridge-channel.ts'
import { LoopbackDoor } from './loopback-door.ts'
import { SilenceWatch } from './silence-watch.ts'
import type { Timeouts } from './timeouts.ts'

/** How a bridge process is started. */
export interface BridgeLaunch {
  /** Node, 64 or 32 bits: a process can only load drivers of its own kind. */
  command: string
  args: readonly string[]
  env?: Readonly<Record<string, string>> | undefined
  /**
   * How the bridge is spoken to: over file descriptor 3, or where that cannot be handed on, over a port
   * of this machine. In the latter case nothing is heard of what drivers print.
   */
  channel?: 'descriptor' | 'loopback'
}

/** The bridge of this package, run by the given Node. */
export const bridgeLaunch = (
  command: string = process.execPath,
  env?: BridgeLaunch['env'],
): BridgeLaunch => ({ command, args: [path.resolve(import.meta.dirname, '../main.ts')], env })

/** How a bridge process came to its end. */
export type BridgeEnd = 'asked' | 'crash' | 'hang' | 'protocol'

interface Waiting {
  command: Command
  resolve: (value: never) => void
  reject: (error: Error) => void
  timer: SilenceWatch
}

/** Lines of a driver's own output that are kept; the rest is counted. */
const NOISE_LINES = 200

/** A bridge process from its start to its end. */
export class BridgeProcess {
  /** Resolves when the process is gone, with why. */
  readonly ended: Promise<{ end: BridgeEnd; detail: string }>
  onEvent: (event: BridgeEvent) => void = () => undefined
  private readonly child: ChildProcess
  private readonly channel: BridgeChannel
  private readonly log: (text: string) => void
  private readonly waiting = new Map<number, Waiting>()
  private readonly beat: SilenceWatch
  private readonly beatMs: number | null
  private nextId = 1
  private noise = 0
  private reason: { end: BridgeEnd; detail: string } | null = null
  private isGone = false

  /** Starts a bridge. It need not have come up when this resolves. */
  static async start(
    launch: BridgeLaunch,
    timeouts: Timeouts,
    log: (text: string) => void,
  ): Promise<BridgeProcess> {
    const door = launch.channel === 'loopback' ? await LoopbackDoor.open() : null
    return new BridgeProcess(launch, { timeouts, log, door })
  }

  private constructor(
    launch: BridgeLaunch,
    options: { timeouts: Timeouts; log: (text: string) => void; door: LoopbackDoor | null },
  ) {
    const { timeouts, door } = options
    this.log = options.log
    this.child = spawn(launch.command, launch.args, {
      stdio: door ? 'ignore' : ['ignore', 'pipe', 'pipe', 'pipe'],
      // The bridge sees what the station sees.
      env: { ...process.env, ...launch.env, ...door?.environment },
      windowsHide: true,
    })
    // Coming up takes as long as it takes; `hello` has a time-out of its own.
    this.beat = new SilenceWatch(null, () => this.kill('hang', 'no heartbeat'))
    this.beatMs = timeouts.beat
    const reader = new LineReader(
      (value) => this.take(value),
      (why) => this.kill('protocol', why),
    )
    const onData = (chunk: Buffer) => reader.push(chunk)
    this.channel = door
      ? laterChannel(door.entered, onData, () => this.kill('crash', 'the channel was closed'))
      : streamChannel(this.child.stdio[3] as Duplex, onData)
    for (const stream of [this.child.stdout, this.child.stderr])
      stream?.on('data', (chunk: Buffer) => this.hear(chunk.toString()))
    this.ended = new Promise((resolve) => {
      const gone = (detail: string) => {
        if (this.isGone) return
        this.isGone = true
        this.beat.stop()
        door?.close()
        this.channel.close()
        this.reason ??= { end: 'crash', detail }
        for (const each of this.waiting.values()) {
          each.timer.stop()
          each.reject(endError(this.reason))
        }
        this.waiting.clear()
        resolve(this.reason)
      }
      // `close` comes after everything that the process had said.
      this.child.once('close', (code, signal) => gone(`exit ${signal ?? code}`))
      this.child.once('error', (error) => gone(error.message))
    })
  }

  /** @throws ScanError */
  async hello(timeoutMs: number): Promise<void> {
    const { proto } = await this.request('hello', { proto: PROTOCOL_VERSION }, timeoutMs)
    if (proto === PROTOCOL_VERSION) return
    this.kill('protocol', `speaks version ${proto}`)
    throw new ScanError('PROTOCOL', `the bridge speaks version ${proto}`)
  }

  /** @throws ScanError as the bridge answers, when it dies or does not answer in time; BAD_VALUE unasked */
  request<C extends Command>(
    command: C,
    input: CommandInput<C>,
    timeoutMs: number,
  ): Promise<CommandReply<C>> {
    const id = this.nextId++
    return new Promise<CommandReply<C>>((resolve, reject) => {
      if (this.isGone) {
        reject(new ScanError('DRIVER_CRASH', 'the bridge is gone'))
        return
      }
      if (!Value.Check(commands[command], input)) {
        const [wrong] = Value.Errors(commands[command], input)
        reject(new ScanError('BAD_VALUE', `${command}${wrong?.instancePath}: ${wrong?.message}`))
        return
      }
      const timer = new SilenceWatch(timeoutMs, () =>
        this.kill('hang', `no answer to ${command} in ${timeoutMs} ms`),
      )
      this.waiting.set(id, { command, resolve, reject, timer })
      this.channel.write(lineOf({ id, cmd: command, ...input }))
    })
  }

  /** Ends the process; nothing that it still holds is waited for. */
  kill(end: BridgeEnd, detail: string): void {
    this.reason ??= { end, detail }
    this.child.kill('SIGKILL')
  }

  private take(value: unknown): void {
    this.beat.expect(this.beatMs)
    // After a kill, what still arrives was said before it, and pages of it are on disk.
    if (Value.Check(BridgeEvent, value)) {
      if (value.event === 'log') this.log(`bridge: ${value.text}`)
      else if (value.event !== 'beat') this.onEvent(value)
      return
    }
    if (!Value.Check(Reply, value)) {
      this.kill('protocol', `no message of ours: ${JSON.stringify(value).slice(0, 200)}`)
      return
    }
    const asked = this.waiting.get(value.id)
    if (!asked) return
    this.waiting.delete(value.id)
    asked.timer.stop()
    if (!value.ok) asked.reject(new ScanError(value.code, value.message))
    else if (Value.Check(replies[asked.command], value.res)) asked.resolve(value.res as never)
    else {
      asked.reject(new ScanError('PROTOCOL', `odd answer to ${asked.command}`))
      this.kill('protocol', `odd answer to ${asked.command}`)
    }
  }

  private hear(text: string): void {
    if (this.noise > NOISE_LINES) return
    this.noise += text.split('\n').length - 1
    this.log(this.noise > NOISE_LINES ? 'driver: (more is not kept)' : `driver: ${text.trimEnd()}`)
  }
}

/** The death of a bridge as a fault of the scanner. */
export function endError({ end, detail }: { end: BridgeEnd; detail: string }): ScanError {
  if (end === 'hang') return new ScanError('DRIVER_HANG', detail)
  return new ScanError(end === 'protocol' ? 'PROTOCOL' : 'DRIVER_CRASH', detail)
}
