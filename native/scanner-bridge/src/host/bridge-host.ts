import type { OpenDevice, ScanDriver } from '../drivers/driver.ts'
import type {
  BridgeEvent,
  BridgePhase,
  Command,
  CommandInput,
  CommandReply,
} from '../protocol/messages.ts'
import { ScanError } from '../protocol/scan-error.ts'
import type { DriverName } from '../protocol/settings.ts'
import { PROTOCOL_VERSION } from '../protocol/version.ts'
import { ScanJob } from './scan-job.ts'

/** Progress within a phase is told at most this often. */
const PROGRESS_EVERY_MS = 200

export interface HostDoor {
  send: (message: unknown) => void
  /** Resolves when the message is out of this process: a driver that crashes after that takes it no more along. */
  sendSurely: (message: unknown) => Promise<void>
  /** Ends the process at once; nothing may keep it, least of all a driver that hangs. */
  exit: () => void
  driverOf: (name: DriverName) => Promise<ScanDriver>
}

/** Answers the station's requests: one open device, one job at a time. */
export class BridgeHost {
  private readonly door: HostDoor
  private device: OpenDevice | null = null
  /** The job that runs. */
  private job: ScanJob | null = null
  private latest: ScanJob | null = null
  private phase: BridgePhase = 'idle'
  private step = 0
  private toldAt = 0

  constructor(door: HostDoor) {
    this.door = door
  }

  async handle(message: unknown): Promise<void> {
    const { id, cmd, ...input } = (message ?? {}) as { id?: unknown; cmd?: unknown }
    if (typeof id !== 'number' || !Number.isInteger(id)) return
    try {
      // The station has checked the input; a newer one may know commands that this bridge does not.
      if (typeof cmd !== 'string' || !Object.hasOwn(this.actions, cmd))
        throw new ScanError('UNSUPPORTED', `unknown command ${String(cmd)}`)
      const run = this.actions[cmd as Command] as (input: unknown) => Promise<unknown>
      this.door.send({ id, ok: true, res: await run(input) })
    } catch (error) {
      const code = error instanceof ScanError ? error.code : 'IO_ERROR'
      const reason = error instanceof Error ? error.message : String(error)
      this.door.send({ id, ok: false, code, message: reason })
    }
  }

  private emit(event: BridgeEvent): void {
    this.door.send(event)
  }

  private readonly actions: {
    [C in Command]: (input: CommandInput<C>) => Promise<CommandReply<C>>
  } = {
    hello: async () => ({ proto: PROTOCOL_VERSION, arch: process.arch, pid: process.pid }),
    list: async ({ driver, address }) => (await this.door.driverOf(driver)).list({ address }),

    open: async ({ driver, device, settings }) => {
      if (this.device) throw new ScanError('BUSY', 'this bridge has a device open')
      this.device = await (await this.door.driverOf(driver)).open(device, settings)
      const { applied, warnings, certificate } = this.device
      return { applied, warnings: [...warnings], ...(certificate ? { certificate } : {}) }
    },

    caps: async () => this.opened().caps(),
    capability: async ({ number }) => {
      const device = this.opened()
      if (!device.capability) throw new ScanError('UNSUPPORTED', 'the driver is not TWAIN')
      if (this.job) throw new ScanError('BUSY', 'a job is running')
      return device.capability(number)
    },
    status: async () => {
      if (this.job) throw new ScanError('BUSY', 'a job is running')
      return this.opened().status()
    },

    scan: async (input) => {
      const device = this.opened()
      if (this.job) throw new ScanError('BUSY', 'a job is running')
      const job = new ScanJob(device, input, {
        onPage: (page) => this.door.sendSurely(page),
        onProgress: (phase) => this.progress(phase),
      })
      this.job = job
      this.latest = job
      // The answer goes out before the first event of the job.
      setImmediate(() => void this.runJob(job))
      return {}
    },

    ack: async ({ job, sheet }) => {
      // The last sheets are kept after the feeder has come to its end.
      if (this.latest?.id === job) await this.latest.acknowledge(sheet)
      return {}
    },

    cancel: async ({ job, how }) => {
      if (this.job?.id === job) this.job.cancel(how)
      return {}
    },

    close: async () => {
      if (this.job) throw new ScanError('BUSY', 'a job is running')
      const { device } = this
      this.device = null
      await device?.close()
      return {}
    },

    exit: async () => {
      setImmediate(this.door.exit)
      return {}
    },
  }

  private opened(): OpenDevice {
    if (!this.device) throw new ScanError('BAD_VALUE', 'no device is open')
    return this.device
  }

  private async runJob(job: ScanJob): Promise<void> {
    const end = await job.run()
    this.job = null
    this.progress('idle')
    this.emit(end)
  }

  private progress(phase: BridgePhase): void {
    const now = performance.now()
    this.step++
    if (phase === this.phase && now - this.toldAt < PROGRESS_EVERY_MS) return
    this.phase = phase
    this.toldAt = now
    this.emit({ event: 'progress', phase, step: this.step })
  }
}
