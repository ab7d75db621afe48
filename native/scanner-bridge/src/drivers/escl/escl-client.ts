import type { AppliedSettings, ScanSettings } from '../../protocol/settings.ts'
import { ScanError, type SheetState } from '../../protocol/scan-error.ts'
import { esclRequest, type EsclReply } from './escl-http.ts'
import { findAll, findFirst, parseXml, textOf, type XmlElement } from './xml.ts'

/** eSCL measures paper in this. */
const UNITS_PER_MM = 300 / 25.4

/** What a network scanner says of itself. */
export interface EsclCapabilities {
  name: string
  vendor: string
  serial: string
  sources: AppliedSettings['source'][]
  modes: AppliedSettings['mode'][]
  dpi: number[]
  /** False when the device lists what it sends and JPEG is not among it. */
  hasJpeg: boolean
  /** Millimetres; null when the device does not say. */
  maxArea: { widthMm: number; heightMm: number } | null
  /** Ranges of what can be adjusted; absent where it cannot. */
  tone: Partial<Record<ToneName, ToneRange>>
}

/** The elements of `ScanSettings`, each with a `…Support` in the capabilities. */
const TONES = ['Brightness', 'Contrast', 'Threshold'] as const
export type ToneName = (typeof TONES)[number]

interface ToneRange {
  min: number
  max: number
  normal: number
}

const MODES: Record<AppliedSettings['mode'], string> = {
  bw: 'BlackAndWhite1',
  gray: 'Grayscale8',
  color: 'RGB24',
}

/** Calls of an eSCL scanner; `base` ends with `/eSCL/`. */
export class EsclClient {
  readonly base: URL
  /** SHA-256 of the certificate that the device showed; null without one. */
  certificate: string | null = null
  private readonly known: string | null

  /**
   * @param known the certificate that the device showed when it was connected first
   * @throws ScanError BAD_VALUE for what is no address
   */
  constructor(address: string, known: string | null = null) {
    this.base = baseOf(address)
    this.known = known
  }

  async capabilities(): Promise<EsclCapabilities> {
    return capabilitiesOf(await this.document('ScannerCapabilities'))
  }

  /** States of scanner and feeder in the device's own words, such as `Idle` and `ScannerAdfLoaded`. */
  async status(): Promise<{ state: string; feeder: string }> {
    const found = await this.document('ScannerStatus')
    return { state: textOf(found, 'State'), feeder: textOf(found, 'AdfState') }
  }

  /** @returns the job's address, on the host that we know: devices name hosts that do not exist */
  async startJob(
    settings: ScanSettings,
    tone: Partial<Record<ToneName, number>>,
    signal: AbortSignal,
  ): Promise<URL | 'busy'> {
    const { status, headers } = await this.request(new URL('ScanJobs', this.base), {
      method: 'POST',
      body: settingsXml(settings, tone),
      signal,
    })
    if (status === 503 || status === 409) return 'busy'
    if (status !== 201 || !headers.location) throw httpError('ScanJobs', status)
    const { pathname } = new URL(headers.location, this.base)
    return new URL(pathname.endsWith('/') ? pathname : `${pathname}/`, this.base)
  }

  nextDocument = (job: URL, signal: AbortSignal, onBytes: () => void): Promise<EsclReply> =>
    // A sheet that was fed for a request that got lost would be missing if it were sent again.
    this.request(new URL('NextDocument', job), { method: 'GET', signal, onBytes, isOnce: true })

  async endJob(job: URL): Promise<void> {
    const address = new URL(job.href.replace(/\/$/, ''))
    await this.request(address, { method: 'DELETE' }).catch(() => undefined)
  }

  private request = (url: URL, options: Parameters<typeof esclRequest>[1]): Promise<EsclReply> =>
    esclRequest(url, {
      ...options,
      // What was seen once in this process is expected from then on.
      certificate: this.known ?? this.certificate,
      onCertificate: (sha256) => (this.certificate = sha256),
    })

  private async document(name: string): Promise<XmlElement> {
    const { status, body } = await this.request(new URL(name, this.base), { method: 'GET' })
    if (status !== 200) throw httpError(name, status)
    try {
      return parseXml(body.toString('utf8'))
    } catch (error) {
      throw new ScanError('IO_ERROR', `${name} is no XML`, { cause: error })
    }
  }
}

export const httpError = (operation: string, status: number): ScanError =>
  new ScanError(
    status === 401 || status === 403 ? 'ACCESS_DENIED' : 'IO_ERROR',
    `${operation}: HTTP ${status}`,
    {
      vendor: { operation, status },
    },
  )

function baseOf(address: string): URL {
  const withScheme = /^https?:\/\//i.test(address) ? address : `http://${address}`
  try {
    const url = new URL(withScheme)
    if (url.pathname === '/') url.pathname = '/eSCL'
    if (!url.pathname.endsWith('/')) url.pathname += '/'
    return url
  } catch (error) {
    throw new ScanError('BAD_VALUE', `no address: ${address}`, { cause: error })
  }
}

function capabilitiesOf(found: XmlElement): EsclCapabilities {
  const adf = findFirst(found, 'Adf')
  const sources: AppliedSettings['source'][] = []
  if (findFirst(found, 'Platen')) sources.push('flatbed')
  if (adf) sources.push('feeder')
  const hasDuplex =
    adf &&
    (findFirst(adf, 'AdfDuplexInputCaps') ??
      findAll(adf, 'AdfOption').find((option) => option.text.trim() === 'Duplex'))
  if (hasDuplex) sources.push('duplex')
  const words = new Set(findAll(found, 'ColorMode').map((mode) => mode.text.trim()))
  const area = adf ?? findFirst(found, 'Platen')
  const [width, height] = [Number(textOf(area, 'MaxWidth')), Number(textOf(area, 'MaxHeight'))]
  const name = textOf(found, 'MakeAndModel')
  const formats = ['DocumentFormat', 'DocumentFormatExt'].flatMap((kind) =>
    findAll(found, kind).map((format) => format.text.trim()),
  )
  return {
    name,
    vendor: name.split(' ')[0] ?? '',
    serial: textOf(found, 'UUID') || textOf(found, 'SerialNumber'),
    sources,
    modes: (['bw', 'gray', 'color'] as const).filter((mode) => words.has(MODES[mode])),
    dpi: [...new Set(findAll(area ?? found, 'XResolution').map((dpi) => Number(dpi.text)))]
      .filter((dpi) => dpi > 0)
      .toSorted((a, b) => a - b),
    hasJpeg: formats.length === 0 || formats.includes('image/jpeg'),
    maxArea:
      width > 0 && height > 0
        ? { widthMm: width / UNITS_PER_MM, heightMm: height / UNITS_PER_MM }
        : null,
    tone: toneOf(found),
  }
}

function toneOf(found: XmlElement): EsclCapabilities['tone'] {
  const tone: EsclCapabilities['tone'] = {}
  for (const name of TONES) {
    const support = findFirst(found, `${name}Support`)
    const [min, max] = [Number(textOf(support, 'Min')), Number(textOf(support, 'Max'))]
    const normal = textOf(support, 'Normal')
    if (support && max > min)
      tone[name] = { min, max, normal: normal === '' ? (min + max) / 2 : Number(normal) }
  }
  return tone
}

/** JPEG, one image a page: with PDF all pages come at the end. */
const settingsXml = (
  { source, dpi, mode, area }: ScanSettings,
  tone: Partial<Record<ToneName, number>>,
): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<scan:ScanSettings xmlns:scan="http://schemas.hp.com/imaging/escl/2011/05/03" xmlns:pwg="http://www.pwg.org/schemas/2010/12/sm">
  <pwg:Version>2.0</pwg:Version>
  <pwg:ScanRegions>
    <pwg:ScanRegion>
      <pwg:ContentRegionUnits>escl:ThreeHundredthsOfInches</pwg:ContentRegionUnits>
      <pwg:XOffset>0</pwg:XOffset>
      <pwg:YOffset>0</pwg:YOffset>
      <pwg:Width>${Math.round(area.widthMm * UNITS_PER_MM)}</pwg:Width>
      <pwg:Height>${Math.round(area.heightMm * UNITS_PER_MM)}</pwg:Height>
    </pwg:ScanRegion>
  </pwg:ScanRegions>
  <pwg:InputSource>${source === 'flatbed' ? 'Platen' : 'Feeder'}</pwg:InputSource>
  <scan:Duplex>${source === 'duplex'}</scan:Duplex>
  <scan:ColorMode>${MODES[mode]}</scan:ColorMode>
  <scan:XResolution>${dpi}</scan:XResolution>
  <scan:YResolution>${dpi}</scan:YResolution>
  <pwg:DocumentFormat>image/jpeg</pwg:DocumentFormat>
  <scan:DocumentFormatExt>image/jpeg</scan:DocumentFormatExt>${Object.entries(tone)
    .map(([name, value]) => `\n  <scan:${name}>${value}</scan:${name}>`)
    .join('')}
</scan:ScanSettings>
`

/** What the feeder's state says about why no more pages come; null when nothing is wrong. */
export function feederFault(feeder: string): ScanError | null {
  const fault = (code: 'JAMMED' | 'DOUBLE_FEED' | 'COVER_OPEN', sheetState: SheetState) =>
    new ScanError(code, feeder, { sheetState, vendor: { feeder } })
  if (/Jam|Mispick/i.test(feeder)) return fault('JAMMED', 'in-path')
  if (/Multipick/i.test(feeder)) return fault('DOUBLE_FEED', 'in-path')
  return /HatchOpen|CoverOpen/i.test(feeder) ? fault('COVER_OPEN', 'in-path') : null
}
