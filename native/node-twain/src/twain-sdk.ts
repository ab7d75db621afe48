import { randomUUID } from 'node:crypto'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import {
  bridgeLaunch,
  type DeviceInfo,
  listDevices,
  ScanError,
  Scanner,
  type ScannerOptions,
  type ScanSettings,
} from '@hengjuan/scanner-bridge'
import { type Capability, capabilityOf } from './capability.ts'

/** Who asks, as `node-twain` wants to know it. Our bridge introduces itself by its own name. */
export interface Configure {
  productName: string
  productFamily: string
  manufacturer: string
  version?: {
    country: number
    language: number
    majorNum: number
    minorNum: number
    info: string
  }
}

/** What `node-twain` leaves to the window of the driver. */
export interface TwainOptions {
  bridge?: ScannerOptions
  settings?: Partial<ScanSettings>
  /** Where images go; a folder of its own among the temporary ones otherwise. */
  folder?: string
}

/** An image as a file of raw pixels (PNM). */
export interface ScannedImage {
  path: string
  sheet: number
  side: 'front' | 'back'
  width: number | null
  height: number | null
}

/** States of TWAIN that can be seen from outside the bridge. */
const STATES = { managed: 3, open: 4, enabled: 5 } as const
const NATIVE = 0
const DEFAULTS: ScanSettings = {
  source: 'feeder',
  dpi: 300,
  mode: 'gray',
  area: { widthMm: 210, heightMm: 297 },
  options: {},
}

/**
 * Scanners under the names of the `node-twain` package. The source lives in a process of its own, so every
 * method that asks it answers with a promise, and a source that crashes or hangs rejects it.
 */
export class TwainSDK {
  private readonly options: TwainOptions
  private readonly bridge: ScannerOptions
  private devices: DeviceInfo[] | null = null
  private chosen: DeviceInfo | null = null
  private scanner: Scanner | null = null
  private transfer: 'native' | 'memory' = 'memory'
  private state: number = STATES.managed
  private onImage: (image: ScannedImage) => void = () => undefined

  constructor(_configure: Configure, options: TwainOptions = {}) {
    this.options = options
    this.bridge = options.bridge ?? { launch: bridgeLaunch() }
  }

  getState(): number {
    return this.state
  }

  /** Names of the sources of 64 and, where there is a host for them, of 32 bits. */
  async getDataSources(): Promise<string[]> {
    const found = await Promise.allSettled([
      listDevices(this.bridge, 'twain64'),
      ...(this.bridge.launch32 ? [listDevices(this.bridge, 'twain32')] : []),
    ])
    const devices = found.flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
    const failed = found.find((each) => each.status === 'rejected')
    if (devices.length === 0 && failed) throw failed.reason
    this.devices = devices
    return devices.map(({ name }) => name)
  }

  /** The source that will be opened; empty when there is none. */
  async getDefaultSource(): Promise<string> {
    if (!this.devices) await this.getDataSources()
    this.chosen ??= this.devices?.[0] ?? null
    return this.chosen?.name ?? ''
  }

  /** @returns false when there is no source of that name */
  async setDefaultSource(name: string): Promise<boolean> {
    if (!this.devices) await this.getDataSources()
    const device = this.devices?.find((each) => each.name === name)
    if (device) this.chosen = device
    return device !== undefined
  }

  /** @throws ScanError */
  async openDataSource(): Promise<'OK'> {
    await this.getDefaultSource()
    if (!this.chosen) throw new ScanError('OFFLINE', 'there is no source')
    await this.closeDataSource()
    const { driver, id } = this.chosen
    const settings = { ...DEFAULTS, ...this.options.settings, transfer: this.transfer }
    const scanner = new Scanner(this.bridge, { driver, id }, settings)
    await scanner.open()
    this.scanner = scanner
    this.state = STATES.open
    return 'OK'
  }

  /** What is to be done with each image, as soon as it is on disk. */
  setCallback(onImage: (image: ScannedImage) => void = () => undefined): boolean {
    this.onImage = onImage
    return true
  }

  /** @returns false for what the source does not know */
  async getCapability(capability: number): Promise<Capability | false> {
    return capabilityOf(await this.opened().capability(capability))
  }

  /** Sees whether there is paper; `scan` feeds it. @throws ScanError NO_DOCS */
  async enableDataSource(): Promise<'OK'> {
    const { feeder } = await this.opened().status()
    if (feeder === 'empty')
      throw new ScanError('NO_DOCS', 'the feeder is empty', { sheetState: 'not-fed' })
    this.state = STATES.enabled
    return 'OK'
  }

  /**
   * Feeds until the feeder is empty.
   *
   * @param transfer `TWSX_NATIVE` or `TWSX_MEMORY`
   * @returns the images, front and back in turn with a duplex source
   * @throws ScanError when feeding was interrupted; images of whole sheets were given to the callback
   */
  async scan(transfer: number = 2): Promise<ScannedImage[]> {
    const wanted = transfer === NATIVE ? 'native' : 'memory'
    if (wanted !== this.transfer) {
      this.transfer = wanted
      await this.openDataSource()
    }
    const scanner = this.opened()
    const root = this.options.folder ?? (await mkdtemp(path.join(tmpdir(), 'node-twain-')))
    const job = randomUUID()
    const dir = path.join(root, job)
    const images: ScannedImage[] = []
    this.state = STATES.enabled
    const { end, fault } = await scanner.scan({
      job,
      dir,
      firstSheet: 1,
      ahead: 4,
      onSheet: async ({ pages }) => {
        for (const { file, sheet, side, width, height } of pages) {
          const image = { path: path.join(dir, file), sheet, side, width, height }
          images.push(image)
          this.onImage(image)
        }
      },
    })
    this.state = scanner.isOpen ? STATES.open : STATES.managed
    if (end === 'interrupted' && fault) throw fault
    return images
  }

  /** Lets the source and its process go. */
  async closeDataSource(): Promise<void> {
    await this.scanner?.close()
    this.scanner = null
    this.state = STATES.managed
  }

  private opened(): Scanner {
    if (!this.scanner?.isOpen) throw new ScanError('OFFLINE', 'no source is open')
    return this.scanner
  }
}
