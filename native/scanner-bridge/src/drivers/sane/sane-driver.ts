import type { DeviceCaps } from '../../protocol/messages.ts'
import { ScanError } from '../../protocol/scan-error.ts'
import type { AppliedSettings, SettingWarning } from '../../protocol/settings.ts'
import { Cancelled, type OpenDevice, type ScanDriver, type ScannedImage } from '../driver.ts'
import { applySettings, modeOf, sourceOf } from './apply-settings.ts'
import { readImage } from './read-image.ts'
import {
  SANE_EOF,
  SANE_GOOD,
  SANE_NO_DOCS,
  type SaneHandle,
  saneError,
  saneLibrary,
} from './sane-library.ts'
import { SaneOptions } from './sane-options.ts'
import { stableKeyOf } from './stable-key.ts'

/** Scanners of Linux, through libsane. */
export const saneDriver: ScanDriver = {
  list: async () => {
    const devices = await saneLibrary().devices()
    return devices.map(({ name, vendor, model }) => ({
      id: name,
      name: `${vendor} ${model}`.trim(),
      vendor,
      driver: 'sane' as const,
      stableKey: stableKeyOf(name, vendor, model),
    }))
  },

  open: async (deviceId, settings) => {
    const sane = saneLibrary()
    const handle = await sane.open(deviceId).catch((error: unknown) => {
      // "Invalid" is how libsane says that there is no such device.
      const isGone = error instanceof ScanError && error.code === 'BAD_VALUE'
      throw isGone ? new ScanError('OFFLINE', `no device ${deviceId}`, { cause: error }) : error
    })
    try {
      const options = new SaneOptions(sane, handle)
      await options.load()
      return new SaneScanner(handle, options, await applySettings(options, settings))
    } catch (error) {
      await sane.close(handle)
      throw error
    }
  },
}

class SaneScanner implements OpenDevice {
  readonly applied: AppliedSettings
  readonly warnings: readonly SettingWarning[]
  private readonly sane = saneLibrary()
  private readonly handle: SaneHandle
  private readonly options: SaneOptions
  private isCancelled = false
  private images = 0

  constructor(
    handle: SaneHandle,
    options: SaneOptions,
    { applied, warnings }: { applied: AppliedSettings; warnings: SettingWarning[] },
  ) {
    this.handle = handle
    this.options = options
    this.applied = applied
    this.warnings = warnings
  }

  caps = async (): Promise<DeviceCaps> => {
    const choices = (name: string) => this.options.find(name)?.choices?.map(String) ?? []
    const known = <T>(values: (T | null)[]): T[] => [...new Set(values.filter((v) => v !== null))]
    const resolution = this.options.find('resolution') ?? this.options.find('x-resolution')
    const limit = (name: string) => {
      const option = this.options.find(name)
      return option?.unit === 'mm' ? (option.range?.max ?? null) : null
    }
    const [widthMm, heightMm] = [limit('br-x'), limit('br-y')]
    const vendor: DeviceCaps['vendor'] = []
    for (const { name, type } of this.options.all()) {
      if (type === 'group' || name === '') continue
      vendor.push({ name, type, value: String((await this.options.get(name)) ?? '') })
    }
    return {
      sources: known(choices('source').map(sourceOf)),
      modes: known(choices('mode').map(modeOf)),
      dpi: resolution?.choices?.map(Number) ?? resolution?.range ?? null,
      maxArea: widthMm === null || heightMm === null ? null : { widthMm, heightMm },
      vendor,
    }
  }

  status = async () => {
    const loaded = (await this.options.get('page-loaded')) ?? (await this.options.get('adf-loaded'))
    if (loaded === null) return { feeder: 'unknown' as const }
    return { feeder: loaded === true ? ('loaded' as const) : ('empty' as const) }
  }

  begin = async (): Promise<void> => {
    this.isCancelled = false
    this.images = 0
  }

  next = async (onRows: (rows: number) => void): Promise<ScannedImage | null> => {
    // Glass would give the same page again and again.
    if (this.applied.source === 'flatbed' && this.images > 0) return null
    if (this.isCancelled) throw new Cancelled()
    try {
      const status = await this.sane.start(this.handle)
      if (status === SANE_NO_DOCS || status === SANE_EOF)
        return this.isCancelled ? this.stop() : null
      if (status !== SANE_GOOD) throw saneError('sane_start', status)
      const image = await readImage(this.sane, this.handle, this.applied.dpi, onRows)
      if (this.isCancelled) return this.stop()
      this.images++
      return image
    } catch (error) {
      // A cancelled read ends as a short one, or with any status.
      if (this.isCancelled) return this.stop()
      throw error instanceof ScanError && error.code === 'NO_DOCS'
        ? new ScanError('SHORT_PAGE', 'the feeder was empty in the middle of a page', {
            sheetState: 'in-path',
          })
        : error
    }
  }

  private stop(): never {
    throw new Cancelled()
  }

  end = async (): Promise<void> => {
    await this.sane.cancel(this.handle)
  }

  cancel = (): void => {
    this.isCancelled = true
    void this.sane.cancel(this.handle)
  }

  close = async (): Promise<void> => {
    await this.sane.close(this.handle)
  }
}
