import { checkPicture } from '../../picture/picture-check.ts'
import { ScanError } from '../../protocol/scan-error.ts'
import type { AppliedSettings, ScanSettings, SettingWarning } from '../../protocol/settings.ts'
import { Cancelled, type OpenDevice, type ScanDriver, type ScannedImage } from '../driver.ts'
import { type EsclCapabilities, EsclClient, feederFault, httpError } from './escl-client.ts'
import type { EsclReply } from './escl-http.ts'

/** A scanner that says it is busy is asked again after this, unless it names a time. */
const RETRY_MS = 1000
const MAX_RETRY_MS = 10_000
/** Starting a job while another program scans. */
const START_TRIES = 5

/** Network scanners that need no driver (eSCL, AirScan, Mopria). The address is typed in by hand. */
export const esclDriver: ScanDriver = {
  list: async ({ address }) => {
    if (address === undefined || address.trim() === '') return []
    const client = new EsclClient(address.trim())
    const { name, vendor, serial } = await client.capabilities()
    return [
      {
        id: client.base.href,
        name: name || client.base.host,
        vendor,
        driver: 'escl',
        stableKey: `escl:${serial || `${vendor}:${name}`}`,
      },
    ]
  },

  open: async (deviceId, settings) => {
    const client = new EsclClient(deviceId)
    const capabilities = await client.capabilities()
    return new EsclScanner(client, capabilities, settings)
  },
}

class EsclScanner implements OpenDevice {
  readonly applied: AppliedSettings
  readonly warnings: readonly SettingWarning[]
  private readonly client: EsclClient
  private readonly capabilities: EsclCapabilities
  private readonly settings: ScanSettings
  private job: URL | null = null
  private images = 0
  private abort = new AbortController()

  /** @throws ScanError UNSUPPORTED */
  constructor(client: EsclClient, capabilities: EsclCapabilities, settings: ScanSettings) {
    const { sources, modes, dpi, hasJpeg } = capabilities
    if (!hasJpeg) throw new ScanError('UNSUPPORTED', 'the device sends no JPEG')
    if (!sources.includes(settings.source))
      throw new ScanError('UNSUPPORTED', `no ${settings.source}; it offers: ${sources.join(', ')}`)
    const warnings: SettingWarning[] = []
    const nearest = dpi.reduce(
      (best, each) => (Math.abs(each - settings.dpi) < Math.abs(best - settings.dpi) ? each : best),
      dpi[0] ?? settings.dpi,
    )
    if (nearest !== settings.dpi)
      warnings.push({ option: 'resolution', wanted: settings.dpi, got: nearest })
    const mode =
      modes.length === 0 || modes.includes(settings.mode)
        ? settings.mode
        : (modes.at(-1) ?? 'color')
    if (mode !== settings.mode) warnings.push({ option: 'mode', wanted: settings.mode, got: mode })
    const { area, warnings: narrow } = fitArea(settings.area, capabilities.maxArea)
    this.client = client
    this.capabilities = capabilities
    this.settings = { ...settings, dpi: nearest, mode, area }
    this.applied = { source: settings.source, dpi: nearest, mode }
    this.warnings = [...warnings, ...narrow]
  }

  caps = async () => {
    const { sources, modes, dpi, maxArea } = this.capabilities
    return { sources, modes, dpi: dpi.length > 0 ? dpi : null, maxArea, vendor: [] }
  }

  status = async () => {
    const { feeder } = await this.client.status()
    if (/Loaded/i.test(feeder)) return { feeder: 'loaded' as const }
    return { feeder: /Empty/i.test(feeder) ? ('empty' as const) : ('unknown' as const) }
  }

  begin = async (): Promise<void> => {
    this.abort = new AbortController()
    this.images = 0
    this.job = null
    // What the feeder says beforehand is not asked: several makers say "empty" over a full one.
    for (let tries = 1; ; tries++) {
      const started = await this.guard(() => this.client.startJob(this.settings, this.abort.signal))
      if (started !== 'busy') {
        this.job = started
        return
      }
      const fault = feederFault((await this.client.status()).feeder)
      if (fault) throw fault
      if (tries === START_TRIES)
        throw new ScanError('BUSY', 'the scanner is busy', { sheetState: 'not-fed' })
      await this.pause(RETRY_MS)
    }
  }

  next = async (onRows: (rows: number) => void): Promise<ScannedImage | null> => {
    const { job } = this
    if (!job || (this.settings.source === 'flatbed' && this.images > 0)) return null
    for (;;) {
      const reply = await this.guard(() =>
        this.client.nextDocument(job, this.abort.signal, () => onRows(0)),
      )
      if (reply.status === 200) return this.imageOf(reply)
      if (reply.status !== 503) return this.endOf(reply.status)
      await this.pause(retryAfter(reply))
    }
  }

  end = async (): Promise<void> => {
    if (this.job) await this.client.endJob(this.job)
    this.job = null
  }

  cancel = (): void => this.abort.abort()

  close = async (): Promise<void> => undefined

  private imageOf({ body }: EsclReply): ScannedImage {
    const facts = checkPicture(body)
    if (!facts)
      throw new ScanError('SHORT_PAGE', `${body.length} bytes that are no whole picture`, {
        sheetState: 'in-path',
      })
    this.images++
    const { format, width, height } = facts
    return { format, content: [body], width, height, dpi: this.applied.dpi }
  }

  /** No more documents: the end of the stack, unless the feeder says what is wrong. */
  private async endOf(status: number): Promise<null> {
    const fault = feederFault((await this.client.status()).feeder)
    if (fault) throw fault
    if (status === 404 || status === 410) return null
    throw httpError('NextDocument', status)
  }

  private async guard<T>(work: () => Promise<T>): Promise<T> {
    if (this.abort.signal.aborted) throw new Cancelled()
    try {
      return await work()
    } catch (error) {
      throw this.abort.signal.aborted ? new Cancelled() : error
    }
  }

  private pause = (ms: number): Promise<void> =>
    this.guard(() => new Promise((next) => setTimeout(next, ms)))
}

const retryAfter = ({ headers }: EsclReply): number => {
  const seconds = Number(headers['retry-after'])
  return seconds > 0 ? Math.min(seconds * 1000, MAX_RETRY_MS) : RETRY_MS
}

/** Asking for more than the glass is refused by some devices; a strip that is not scanned is told. */
function fitArea(
  wanted: ScanSettings['area'],
  max: EsclCapabilities['maxArea'],
): { area: ScanSettings['area']; warnings: SettingWarning[] } {
  if (!max) return { area: wanted, warnings: [] }
  const area = {
    widthMm: Math.min(wanted.widthMm, max.widthMm),
    heightMm: Math.min(wanted.heightMm, max.heightMm),
  }
  const warnings: SettingWarning[] = []
  for (const key of ['widthMm', 'heightMm'] as const)
    if (wanted[key] - area[key] > 1)
      warnings.push({ option: key, wanted: wanted[key], got: Math.round(area[key]) })
  return { area, warnings }
}
