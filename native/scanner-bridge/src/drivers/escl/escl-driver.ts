import { checkPicture } from '../../picture/picture-check.ts'
import { ScanError } from '../../protocol/scan-error.ts'
import type { DeviceInfo } from '../../protocol/messages.ts'
import type { AppliedSettings, ScanSettings, SettingWarning } from '../../protocol/settings.ts'
import { Cancelled, type OpenDevice, type ScanDriver, type ScannedImage } from '../driver.ts'
import { discoverScanners } from './discover.ts'
import { type EsclSettings, fitSettings } from './escl-settings.ts'
import { type EsclCapabilities, EsclClient, feederFault, httpError } from './escl-client.ts'
import type { EsclReply } from './escl-http.ts'

/** A scanner that says it is busy is asked again after this, unless it names a time. */
const RETRY_MS = 1000
const MAX_RETRY_MS = 10_000
/** Starting a job while another program scans. */
const START_TRIES = 5

/**
 * Network scanners that need no driver (eSCL, AirScan, Mopria). With an address that one is asked; without,
 * the network is searched: only then, since other people's devices answer.
 */
export const esclDriver: ScanDriver = {
  list: async ({ address }) => {
    if (address !== undefined && address.trim() !== '') return [await describe(address.trim())]
    const found = await Promise.allSettled((await discoverScanners()).map(describe))
    const devices = found.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
    // One device often announces itself with and without encryption; the former comes first.
    return devices.filter(
      ({ stableKey }, at) => devices.findIndex((each) => each.stableKey === stableKey) === at,
    )
  },

  open: async (deviceId, settings) => {
    const client = new EsclClient(deviceId, settings.certificate ?? null)
    const capabilities = await client.capabilities()
    return new EsclScanner(client, capabilities, settings)
  },
}

async function describe(address: string): Promise<DeviceInfo> {
  const client = new EsclClient(address)
  const { name, vendor, serial } = await client.capabilities()
  return {
    id: client.base.href,
    name: name || client.base.host,
    vendor,
    driver: 'escl',
    stableKey: `escl:${serial || `${vendor}:${name}`}`,
  }
}

class EsclScanner implements OpenDevice {
  readonly applied: AppliedSettings
  readonly warnings: readonly SettingWarning[]
  private readonly client: EsclClient
  private readonly capabilities: EsclCapabilities
  private readonly settings: ScanSettings
  private readonly tone: EsclSettings['tone']
  private job: URL | null = null
  private images = 0
  private abort = new AbortController()

  /** @throws ScanError UNSUPPORTED */
  constructor(client: EsclClient, capabilities: EsclCapabilities, wanted: ScanSettings) {
    const { settings, tone, warnings } = fitSettings(wanted, capabilities)
    this.client = client
    this.capabilities = capabilities
    this.settings = settings
    this.tone = tone
    this.applied = { source: settings.source, dpi: settings.dpi, mode: settings.mode }
    this.warnings = warnings
  }

  get certificate(): string | null {
    return this.client.certificate
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
      const started = await this.guard(() =>
        this.client.startJob(this.settings, this.tone, this.abort.signal),
      )
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
