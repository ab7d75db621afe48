import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Type from 'typebox'
import { checkPicture } from '../../picture/picture-check.ts'
import { DeviceCaps, DeviceStatus } from '../../protocol/messages.ts'
import { ScanError } from '../../protocol/scan-error.ts'
import { AppliedSettings, type ScanSettings, SettingWarning } from '../../protocol/settings.ts'
import { Cancelled, type OpenDevice, type ScanDriver, type ScannedImage } from '../driver.ts'
import { unsupported } from '../unsupported.ts'
import { WiaHelper } from './wia-helper.ts'

const Found = Type.Array(
  Type.Object({
    id: Type.String({ minLength: 1 }),
    name: Type.String(),
    vendor: Type.String(),
    serial: Type.String(),
  }),
)
const Opened = Type.Object({ applied: AppliedSettings, warnings: Type.Array(SettingWarning) })
const Next = Type.Object({ more: Type.Boolean() })
const Nothing = Type.Object({})

/**
 * Scanners of Windows without a TWAIN source, through a helper (`native/wia-helper`). The helper moves one
 * image at a time into a file; everything else is done here.
 */
export const wiaDriver: ScanDriver = {
  list: async () => {
    const helper = new WiaHelper()
    try {
      const found = await helper.request('list', Found)
      return found.map(({ id, name, vendor, serial }) => ({
        id,
        name: name || id,
        vendor,
        driver: 'wia' as const,
        stableKey: `wia:${vendor}:${name}${serial ? `:${serial}` : ''}`,
      }))
    } finally {
      helper.close()
    }
  },

  open: async (deviceId, settings) => {
    const helper = new WiaHelper()
    try {
      const opened = await helper.request('open', Opened, { device: deviceId, settings })
      const folder = await mkdtemp(path.join(tmpdir(), 'wia-'))
      return new WiaScanner(helper, folder, settings, opened)
    } catch (error) {
      helper.close()
      throw error
    }
  },
}

class WiaScanner implements OpenDevice {
  readonly applied: AppliedSettings
  readonly warnings: readonly SettingWarning[]
  private readonly helper: WiaHelper
  private readonly folder: string
  private isCancelled = false

  constructor(
    helper: WiaHelper,
    folder: string,
    settings: ScanSettings,
    opened: { applied: AppliedSettings; warnings: SettingWarning[] },
  ) {
    this.helper = helper
    this.folder = folder
    this.applied = opened.applied
    this.warnings = [...opened.warnings, ...unsupported(settings, ['tone'])]
  }

  caps = (): Promise<DeviceCaps> => this.helper.request('caps', DeviceCaps)
  status = (): Promise<DeviceStatus> => this.helper.request('status', DeviceStatus)

  begin = async (): Promise<void> => {
    this.isCancelled = false
    await this.helper.request('begin', Nothing)
  }

  next = async (onRows: (rows: number) => void): Promise<ScannedImage | null> => {
    if (this.isCancelled) throw new Cancelled()
    const file = path.join(this.folder, 'page.png')
    const { more } = await this.helper.request('next', Next, { file })
    // A transfer cannot be interrupted; what came after the wish to stop is fed again.
    if (this.isCancelled) throw new Cancelled()
    if (!more) return null
    onRows(0)
    const content = await readFile(file).catch((error: unknown) => {
      throw new ScanError('IO_ERROR', 'the WIA helper left no picture', { cause: error })
    })
    await rm(file, { force: true })
    const facts = checkPicture(content)
    if (!facts)
      throw new ScanError('SHORT_PAGE', `${content.length} bytes that are no whole picture`, {
        sheetState: 'in-path',
      })
    const { format, width, height } = facts
    return { format, content: [content], width, height, dpi: this.applied.dpi }
  }

  end = async (): Promise<void> => undefined

  cancel = (): void => {
    this.isCancelled = true
  }

  close = async (): Promise<void> => {
    await this.helper.request('close', Nothing).catch(() => undefined)
    this.helper.close()
    await rm(this.folder, { recursive: true, force: true })
  }
}
