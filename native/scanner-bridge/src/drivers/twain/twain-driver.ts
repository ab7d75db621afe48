import type { DeviceCaps, DeviceInfo, DeviceStatus } from '../../protocol/messages.ts'
import { ScanError } from '../../protocol/scan-error.ts'
import type { AppliedSettings, DriverName, SettingWarning } from '../../protocol/settings.ts'
import { Cancelled, type OpenDevice, type ScanDriver, type ScannedImage } from '../driver.ts'
import { type AgreedSettings, applySettings } from './apply-settings.ts'
import { Capabilities } from './capabilities.ts'
import { describeCapabilities } from './describe-capabilities.ts'
import { imageInfo, sideOfImage } from './image-info.ts'
import { pnmOf } from './raw-picture.ts'
import { readNative } from './read-native.ts'
import { readStrips } from './read-strips.ts'
import { takeTurns, TwainSession } from './session.ts'
import { type ManagerChoice, type SourceIdentity, SourceManager } from './source-manager.ts'

/** Between driver, manager and source in the id of a device; no file and no product has it. */
const BAR = '|'

/** What this process can load: sources of its own kind alone. */
const OWN: DriverName = process.arch === 'ia32' || process.arch === 'arm' ? 'twain32' : 'twain64'

/**
 * Scanners of Windows, and those few of Linux that come with TWAIN. A source is code of its maker that
 * wants one thread, so nothing here runs beside a call of it.
 */
export const twainDriver = (name: 'twain32' | 'twain64'): ScanDriver => ({
  list: async ({ address }) => {
    checkBits(name)
    return listSources(name, address)
  },

  open: async (deviceId, settings) => {
    checkBits(name)
    const [, listedBy, product] = deviceId.split(BAR)
    const manager = new SourceManager(settings.dsm ?? listedBy ?? 'new')
    manager.open()
    let session: TwainSession | undefined
    try {
      const source = manager.sources().find((each) => each.name === product)
      if (!source) throw new ScanError('OFFLINE', `no source ${deviceId}`)
      session = new TwainSession(manager, source)
      const capabilities = new Capabilities(session)
      const agreed = applySettings(session, capabilities, settings)
      const hasWindow = settings.showVendorUi === true
      return new TwainScanner(session, capabilities, { ...agreed, hasWindow })
    } catch (error) {
      session?.unwindTo(3)
      manager.close()
      throw error
    }
  },
})

function checkBits(name: DriverName): void {
  if (name !== OWN) throw new ScanError('UNSUPPORTED', `${name} in a process of ${process.arch}`)
}

/** Sources of the new manager; where it has none, or is not there, those of the old one. */
function listSources(
  driver: 'twain32' | 'twain64',
  choice: ManagerChoice | undefined,
): DeviceInfo[] {
  let missing: unknown
  let isAny = false
  for (const each of choice === undefined ? ['new', 'old'] : [choice])
    try {
      const manager = new SourceManager(each)
      isAny = true
      manager.open()
      try {
        const found = manager.sources().map((source) => deviceOf(driver, each, source))
        if (found.length > 0) return found
      } finally {
        manager.close()
      }
    } catch (error) {
      missing ??= error
    }
  if (!isAny) throw missing
  return []
}

const deviceOf = (
  driver: 'twain32' | 'twain64',
  manager: ManagerChoice,
  { name, vendor }: SourceIdentity,
): DeviceInfo => ({
  // The same source often exists for 32 and for 64 bits.
  id: [driver, manager, name].join(BAR),
  name,
  vendor,
  driver,
  stableKey: `${driver}:${vendor}:${name}`,
})

class TwainScanner implements OpenDevice {
  readonly applied: AppliedSettings
  readonly warnings: readonly SettingWarning[]
  private readonly session: TwainSession
  private readonly capabilities: Capabilities
  private readonly transfer: AgreedSettings['transfer']
  /** The feeder draws sheets before they are asked for. */
  private readonly drawsAhead: boolean
  /** The maker's own window is shown, and a person has to press a button in it. */
  private readonly hasWindow: boolean
  private isCancelled = false
  private images = 0

  constructor(
    session: TwainSession,
    capabilities: Capabilities,
    agreed: AgreedSettings & { hasWindow: boolean },
  ) {
    this.session = session
    this.capabilities = capabilities
    this.applied = agreed.applied
    this.warnings = agreed.warnings
    this.transfer = agreed.transfer
    this.drawsAhead = capabilities.current('CAP_AUTOSCAN') === true
    this.hasWindow = agreed.hasWindow
  }

  caps = async (): Promise<DeviceCaps> => describeCapabilities(this.capabilities)

  capability = async (number: number) => this.capabilities.get(number)

  status = async (): Promise<DeviceStatus> => {
    const isLoaded = this.feederState()
    if (isLoaded === null) return { feeder: 'unknown' }
    return { feeder: isLoaded ? 'loaded' : 'empty' }
  }

  begin = async ({ limitSheets }: { limitSheets?: number | undefined }): Promise<void> => {
    this.isCancelled = false
    this.images = 0
    // Beyond a limit no sheet may be drawn: nobody would know that it has left the feeder.
    if (this.drawsAhead) this.capabilities.choose('CAP_AUTOSCAN', limitSheets === undefined)
  }

  next = async (onRows: (rows: number) => void): Promise<ScannedImage | null> => {
    // Calls of a source keep this process from everything else: what it has to say goes out before.
    await takeTurns()
    if (this.applied.source === 'flatbed' && this.images > 0) return null
    try {
      if (!(await this.comeToImage(onRows))) return null
      const info = imageInfo(this.session)
      const read = this.transfer === 'native' ? readNative : readStrips
      const raw = await read(this.session, info, { onRows, isCancelled: () => this.isCancelled })
      this.checkSide()
      this.images++
      // A vanilla source says zero for white; a picture that carries its own meaning overrules it.
      raw.isInverted ??= this.isZeroWhite()
      return pnmOf(raw, info.dpi ?? this.applied.dpi)
    } catch (error) {
      if (this.isCancelled) throw new Cancelled()
      // A source that cannot see its paper says so when it is asked for the next image.
      if (error instanceof ScanError && error.code === 'NO_DOCS') return null
      throw error
    }
  }

  stopFeeding = (): boolean => {
    // Without drawing ahead, asking for the next image is what draws a sheet.
    if (this.capabilities.current('CAP_AUTOSCAN') !== true || this.session.state !== 7) return false
    return this.session.endImage() === 0 || this.session.stopFeeder()
  }

  end = async (): Promise<void> => {
    this.session.unwindTo(4)
  }

  cancel = (): void => {
    this.isCancelled = true
  }

  close = async (): Promise<void> => {
    this.session.unwindTo(3)
    this.session.manager.close()
  }

  /** @returns whether there is an image to fetch */
  private async comeToImage(onRows: (rows: number) => void): Promise<boolean> {
    const { session } = this
    if (this.isCancelled) throw new Cancelled()
    if (session.state === 7) return session.endImage() !== 0
    if (session.state > 4) return session.state === 6
    if (this.applied.source !== 'flatbed' && this.feederState() === false) return false
    session.enable(this.hasWindow)
    const told = await session.waitForImage(() => {
      // A person at a window is no driver that hangs.
      if (this.hasWindow) onRows(0)
      return !this.isCancelled
    })
    if (told === 'unwanted') throw new Cancelled()
    if (told === 'ready') return true
    // It asks to be closed: there was nothing for it to do, or a window of its own was closed.
    session.unwindTo(4)
    if (this.feederState() === true)
      throw new ScanError('IO_ERROR', 'the source closed itself before the first image')
    return false
  }

  /** Null when the device cannot see whether there is paper. */
  private feederState(): boolean | null {
    if (this.capabilities.current('CAP_PAPERDETECTABLE') !== true) return null
    const isLoaded = this.capabilities.current('CAP_FEEDERLOADED')
    return typeof isLoaded === 'boolean' ? isLoaded : null
  }

  private isZeroWhite(): boolean {
    return this.capabilities.current('ICAP_PIXELFLAVOR') === 1
  }

  /** Fronts and backs are told by turns; where the source says which is which, it must agree. */
  private checkSide(): void {
    if (this.applied.source !== 'duplex') return
    const told = sideOfImage(this.session)
    const expected = this.images % 2 === 0 ? 'front' : 'back'
    if (told === null || told === expected) return
    throw new ScanError('INCOMPLETE_SHEET', `a ${told} side instead of a ${expected} side`, {
      sheetState: 'in-path',
    })
  }
}
