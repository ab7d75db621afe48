import type {
  CapabilityContainer,
  DeviceCaps,
  DeviceInfo,
  DeviceStatus,
} from '../protocol/messages.ts'
import { ScanError } from '../protocol/scan-error.ts'
import {
  type AppliedSettings,
  type DriverName,
  isTwain,
  type ScanSettings,
  type SettingWarning,
} from '../protocol/settings.ts'
import { sidesOf } from '../protocol/sides.ts'
import { type BridgeLaunch, BridgeProcess } from './bridge-process.ts'
import { type ScanOutcome, type ScanRequest, ScanRun } from './scan-run.ts'
import { DEFAULT_TIMEOUTS, type Timeouts } from './timeouts.ts'

export interface ScannerOptions {
  launch: BridgeLaunch
  /** The host for 32-bit TWAIN sources; without one there are none. */
  launch32?: BridgeLaunch | undefined
  timeouts?: Partial<Timeouts>
  log?: (text: string) => void
}

interface OpenResult {
  applied: AppliedSettings
  warnings: readonly SettingWarning[]
  /** SHA-256 of the certificate that a network scanner showed. */
  certificate?: string
}

/** Deaths of the bridge after which a device is given up until somebody opens it again. */
const MAX_DEATHS = 3
const DEATHS_WITHIN_MS = 60_000

/**
 * The devices of a driver, asked of a process that lives only for the question. A driver that dies on
 * it is asked once more.
 *
 * @throws ScanError
 */
export async function listDevices(
  options: ScannerOptions,
  driver: DriverName,
  address?: string,
): Promise<DeviceInfo[]> {
  const timeouts = timeoutsFor(driver, options.timeouts)
  for (let isLastTry = false; ; isLastTry = true) {
    const bridge = await BridgeProcess.start(
      launchFor(driver, options),
      timeouts,
      options.log ?? (() => undefined),
    )
    try {
      await bridge.hello(timeouts.hello)
      const search = address === undefined ? {} : { address }
      return await bridge.request('list', { driver, ...search }, timeouts.list)
    } catch (error) {
      const isDeath = error instanceof ScanError && error.code === 'DRIVER_CRASH'
      if (isLastTry || !isDeath) throw error
    } finally {
      bridge.kill('asked', 'listed')
      await bridge.ended
    }
  }
}

/**
 * One open device in a process of its own. When that process dies or hangs it is killed and started
 * again, and the device opened again; feeding goes on only when a person says so.
 */
export class Scanner {
  readonly driver: DriverName
  readonly deviceId: string
  private readonly options: ScannerOptions
  private readonly settings: ScanSettings
  private readonly timeouts: Timeouts
  private readonly deaths: number[] = []
  private bridge: BridgeProcess | null = null
  private result: OpenResult | null = null
  private running: ScanRun | null = null

  constructor(
    options: ScannerOptions,
    device: { driver: DriverName; id: string },
    settings: ScanSettings,
  ) {
    this.options = options
    this.driver = device.driver
    this.deviceId = device.id
    this.settings = settings
    this.timeouts = timeoutsFor(device.driver, options.timeouts)
  }

  /** @throws ScanError */
  async open(): Promise<OpenResult> {
    const bridge = await BridgeProcess.start(
      launchFor(this.driver, this.options),
      this.timeouts,
      this.options.log ?? (() => undefined),
    )
    this.bridge = bridge
    void bridge.ended.then(() => {
      if (this.bridge === bridge) this.bridge = null
    })
    try {
      await bridge.hello(this.timeouts.hello)
      this.result = await bridge.request(
        'open',
        { driver: this.driver, device: this.deviceId, settings: this.settings },
        this.timeouts.open,
      )
      return this.result
    } catch (error) {
      bridge.kill('asked', 'not opened')
      await bridge.ended
      throw error
    }
  }

  get isOpen(): boolean {
    return this.bridge !== null && this.result !== null
  }

  get isScanning(): boolean {
    return this.running !== null
  }

  /** @throws ScanError */
  caps = (): Promise<DeviceCaps> => this.opened().bridge.request('caps', {}, this.timeouts.open)
  /** One capability of TWAIN by its number. @throws ScanError UNSUPPORTED with other drivers */
  capability = (number: number): Promise<CapabilityContainer> =>
    this.opened().bridge.request('capability', { number }, this.timeouts.open)
  /** @throws ScanError */
  status = (): Promise<DeviceStatus> =>
    this.opened().bridge.request('status', {}, this.timeouts.open)

  /**
   * One pass over the stack. After a death of the driver the device is open again when this resolves,
   * unless it cannot be; the paper lies still either way.
   *
   * @throws ScanError BUSY during a pass, OFFLINE when the device is not open
   */
  async scan(request: ScanRequest): Promise<ScanOutcome> {
    if (this.running) throw new ScanError('BUSY', 'a pass is under way')
    const { bridge, result } = this.opened()
    const run = new ScanRun(bridge, request, {
      sides: sidesOf(result.applied.source),
      timeouts: this.timeouts,
    })
    this.running = run
    try {
      const outcome = await run.run()
      // A bridge that was killed takes a moment to be gone.
      if (outcome.fault && isDeath(outcome.fault)) {
        // A driver that lost a process of its own says so itself; its bridge starts anew as well.
        bridge.kill('crash', outcome.fault.message)
        await bridge.ended
        await this.revive()
      }
      return outcome
    } finally {
      this.running = null
    }
  }

  /** Ends feeding after the sheet that is being read. */
  pause(): void {
    this.running?.cancel('after-sheet')
  }

  /** Ends feeding now; the sheet that is being read has to be fed again. */
  stop(): void {
    this.running?.cancel('now')
  }

  async close(): Promise<void> {
    const { bridge } = this
    this.result = null
    if (!bridge) return
    if (!this.running) await bridge.request('close', {}, this.timeouts.close).catch(() => undefined)
    bridge.kill('asked', 'closed')
    await bridge.ended
  }

  private opened() {
    const { bridge, result } = this
    if (!bridge || !result) throw new ScanError('OFFLINE', 'the device is not open')
    return { bridge, result }
  }

  /** Starts the bridge again without feeding; a driver that keeps dying is left alone. */
  private async revive(): Promise<void> {
    const now = performance.now()
    this.deaths.push(now)
    const recent = this.deaths.filter((at) => now - at < DEATHS_WITHIN_MS)
    if (recent.length >= MAX_DEATHS || !this.result) {
      this.result = null
      return
    }
    await this.open().catch((error: unknown) => {
      this.result = null
      this.options.log?.(`not opened again: ${String(error)}`)
    })
  }
}

/** A process can only load drivers of its own kind. @throws ScanError UNSUPPORTED without such a host */
function launchFor(driver: DriverName, { launch, launch32 }: ScannerOptions): BridgeLaunch {
  if (driver !== 'twain32') return launch
  if (launch32) return launch32
  throw new ScanError('UNSUPPORTED', 'no 32-bit bridge host is installed')
}

/** TWAIN is spoken on one thread, so its process falls silent during a call: only phases are watched. */
const timeoutsFor = (driver: DriverName, timeouts: Partial<Timeouts> = {}): Timeouts => ({
  ...DEFAULT_TIMEOUTS,
  ...timeouts,
  ...(isTwain(driver) ? { beat: null } : {}),
})

const isDeath = ({ code }: ScanError): boolean =>
  code === 'DRIVER_CRASH' || code === 'DRIVER_HANG' || code === 'PROTOCOL'
