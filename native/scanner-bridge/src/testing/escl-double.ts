import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'

/** A network scanner as the eSCL protocol describes it, with the habits of real ones. */
export interface EsclDouble {
  url: string
  /** Pictures in the feeder, in order; taken away as they are fetched. */
  feeder: Buffer[]
  /** What `AdfState` says; real devices are often wrong. */
  adfState: string
  /** What happens at the next requests for a document, one each; then documents come. */
  mischief: ('none' | 'busy' | 'cut' | 'half' | 'jam' | 'refuse')[]
  /** Ends of addresses whose next request on a used connection meets its end instead of an answer. */
  closesAt: string[]
  /** Jobs that are refused because the device is busy. */
  busyStarts: number
  /** The host that `Location` names. */
  locationHost: string
  hasPlaten: boolean
  hasDuplex: boolean
  /** What it can send. */
  documentFormat: string
  /** Elements such as `<scan:BrightnessSupport>` that it puts into its capabilities. */
  supports: string
  /** Bodies of the settings that were posted, and paths of jobs that were deleted. */
  posted: string[]
  deleted: string[]
  close: () => Promise<void>
}

/** @param tls key and certificate of a device that encrypts; `port` to take the place of another one */
export async function startEsclDouble(
  options: { tls?: { key: string; cert: string }; port?: number } = {},
): Promise<EsclDouble> {
  let jobs = 0
  const used = new WeakSet<Socket>()
  const answer: RequestListener = (request, response) => {
    const { method, url = '', socket } = request
    const closing = double.closesAt.findIndex((end) => url.endsWith(end))
    if (closing >= 0 && used.has(socket)) {
      double.closesAt.splice(closing, 1)
      socket.destroy()
      return
    }
    used.add(socket)
    const reply = (status: number, body: string | Buffer = '', headers: object = {}) => {
      response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) })
      response.end(body)
    }
    if (method === 'GET' && url === '/eSCL/ScannerCapabilities')
      return reply(200, capabilities(double))
    if (method === 'GET' && url === '/eSCL/ScannerStatus') return reply(200, status(double))
    if (method === 'POST' && url === '/eSCL/ScanJobs') {
      let body = ''
      request.on('data', (piece: Buffer) => (body += piece.toString()))
      request.on('end', () => {
        if (double.busyStarts-- > 0) return reply(503)
        double.posted.push(body)
        const path = `/eSCL/ScanJobs/${++jobs}`
        reply(201, '', { location: `http://${double.locationHost}${path}` })
      })
      return
    }
    if (method === 'DELETE') {
      double.deleted.push(url)
      return reply(200)
    }
    if (method === 'GET' && url.endsWith('/NextDocument'))
      return nextDocument(double, response, reply)
    reply(404)
  }
  const server: Server = options.tls
    ? createSecureServer(options.tls, answer)
    : createServer(answer)
  await new Promise<void>((listening) => server.listen(options.port ?? 0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  const double: EsclDouble = {
    url: `${options.tls ? 'https' : 'http'}://127.0.0.1:${port}/eSCL`,
    feeder: [],
    adfState: 'ScannerAdfLoaded',
    mischief: [],
    closesAt: [],
    busyStarts: 0,
    locationHost: `127.0.0.1:${port}`,
    hasPlaten: true,
    hasDuplex: true,
    documentFormat: 'image/jpeg',
    supports: '',
    posted: [],
    deleted: [],
    close: () =>
      new Promise((closed) => {
        server.closeAllConnections()
        server.close(() => closed())
      }),
  }
  return double
}

function nextDocument(
  double: EsclDouble,
  response: ServerResponse,
  reply: (status: number, body?: string | Buffer, headers?: object) => void,
): void {
  const trick = double.mischief.shift()
  if (trick === 'busy') return reply(503, '', { 'retry-after': '0.05' })
  if (trick === 'refuse') return reply(403)
  if (trick === 'jam') {
    double.adfState = 'ScannerAdfJam'
    return reply(409)
  }
  const picture = double.feeder.shift()
  if (!picture) return reply(404)
  if (trick === 'half') return reply(200, picture.subarray(0, picture.length / 2), JPEG)
  if (trick === 'cut') {
    response.writeHead(200, { ...JPEG, 'content-length': picture.length })
    response.write(picture.subarray(0, picture.length / 2), () => response.destroy())
    return
  }
  reply(200, picture, JPEG)
}

const JPEG = { 'content-type': 'image/jpeg' }

const input = (name: string, { documentFormat }: EsclDouble) => `<scan:${name}>
  <scan:MinWidth>100</scan:MinWidth><scan:MinHeight>100</scan:MinHeight>
  <scan:MaxWidth>2550</scan:MaxWidth><scan:MaxHeight>4200</scan:MaxHeight>
  <scan:SettingProfiles><scan:SettingProfile><scan:ColorModes>
    <scan:ColorMode>Grayscale8</scan:ColorMode><scan:ColorMode>RGB24</scan:ColorMode></scan:ColorModes>
    <scan:DocumentFormats><pwg:DocumentFormat>${documentFormat}</pwg:DocumentFormat>
      <scan:DocumentFormatExt>${documentFormat}</scan:DocumentFormatExt></scan:DocumentFormats>
    <scan:SupportedResolutions><scan:DiscreteResolutions>
      <scan:DiscreteResolution><scan:XResolution>200</scan:XResolution><scan:YResolution>200</scan:YResolution></scan:DiscreteResolution>
      <scan:DiscreteResolution><scan:XResolution>300</scan:XResolution><scan:YResolution>300</scan:YResolution></scan:DiscreteResolution>
    </scan:DiscreteResolutions></scan:SupportedResolutions></scan:SettingProfile></scan:SettingProfiles>
</scan:${name}>`

const capabilities = (double: EsclDouble) => `<?xml version="1.0" encoding="UTF-8"?>
<!-- a comment with <tags> -->
<scan:ScannerCapabilities xmlns:scan="http://schemas.hp.com/imaging/escl/2011/05/03" xmlns:pwg="http://www.pwg.org/schemas/2010/12/sm">
  <pwg:MakeAndModel>Example &amp; Co. ADS-1</pwg:MakeAndModel><pwg:SerialNumber>S/N 1</pwg:SerialNumber>
  ${double.hasPlaten ? `<scan:Platen>${input('PlatenInputCaps', double)}</scan:Platen>` : ''}
  <scan:Adf>${input('AdfSimplexInputCaps', double)}${double.hasDuplex ? input('AdfDuplexInputCaps', double) : ''}<scan:AdfOptions/></scan:Adf>${double.supports}
</scan:ScannerCapabilities>`

const status = ({ adfState }: EsclDouble) => `<?xml version="1.0"?>
<scan:ScannerStatus xmlns:scan="http://schemas.hp.com/imaging/escl/2011/05/03" xmlns:pwg="http://www.pwg.org/schemas/2010/12/sm">
  <pwg:Version>2.0</pwg:Version><pwg:State>Idle</pwg:State>
  <scan:AdfState>${adfState}</scan:AdfState></scan:ScannerStatus>`
