import { networkInterfaces } from 'node:os'
import multicastDns, { type ResponsePacket } from 'multicast-dns'

/** Names under which network scanners announce themselves; the encrypted one first. */
const SERVICES = [
  ['_uscans._tcp.local', 'https:'],
  ['_uscan._tcp.local', 'http:'],
] as const
/** Devices that sleep take a while; the second question finds those that missed the first. */
const LISTEN_MS = 3000
const ASK_AGAIN_MS = 1000

const MDNS_PORT = 5353

type Service = (typeof SERVICES)[number][0]

/** What was heard of one announced name. */
interface Heard {
  service: Service
  port: number | null
  target: string
  /** Path of the service, from `rs`. */
  path: string
  /** Who said it. */
  from: string
}

/**
 * Asks the local network for scanners (mDNS, RFC 6762 and 6763) and listens for a few seconds.
 *
 * `SCANNER_MDNS=address:port` asks on one interface and another port, for tests.
 *
 * @returns addresses that `EsclClient` takes, encrypted ones first; empty also without a network
 */
export async function discoverScanners(listenMs: number = LISTEN_MS): Promise<string[]> {
  const heard = new Map<string, Heard>()
  const addresses = new Map<string, string>()
  const take = ({ answers, additionals }: ResponsePacket, address: string) => {
    for (const record of [...answers, ...additionals])
      if (record.type === 'A') addresses.set(record.name.toLowerCase(), record.data)
      else if (record.type === 'PTR') {
        const service = SERVICES.find(([name]) => name === record.name.toLowerCase())?.[0]
        if (service && !heard.has(record.data))
          heard.set(record.data, { service, port: null, target: '', path: 'eSCL', from: address })
      }
    // After the names are known: records come in any order.
    for (const record of [...answers, ...additionals]) {
      const device = heard.get(record.name)
      if (device && record.type === 'SRV') {
        device.port = record.data.port
        device.target = record.data.target.toLowerCase()
      } else if (device && record.type === 'TXT')
        device.path = textEntry(record.data, 'rs') ?? device.path
    }
  }
  // Without a network there is no socket: nothing is found, and an address can still be typed in.
  const sockets = ownAddresses().map(({ address, port }) => {
    const mdns = multicastDns({ interface: address, bind: '0.0.0.0', port })
    mdns.on('response', (packet, { address: from }) => take(packet, from))
    mdns.on('error', () => undefined)
    return mdns
  })
  const ask = () => {
    const missing = [...heard].filter(([, { port }]) => port === null).map(([name]) => name)
    const questions = [
      ...SERVICES.map(([name]) => ({ name, type: 'PTR' as const })),
      ...missing.map((name) => ({ name, type: 'SRV' as const })),
      ...missing.map((name) => ({ name, type: 'TXT' as const })),
    ]
    for (const mdns of sockets) mdns.query(questions)
  }
  ask()
  const again = setInterval(ask, ASK_AGAIN_MS)
  await new Promise((next) => setTimeout(next, sockets.length === 0 ? 0 : listenMs))
  clearInterval(again)
  for (const mdns of sockets) mdns.destroy()
  return addressesOf([...heard.values()], addresses)
}

/** A computer may be in the network of the scanners with any of its interfaces. */
function ownAddresses(): { address: string; port: number }[] {
  const [address, port] = (process.env['SCANNER_MDNS'] ?? '').split(':')
  if (address && port) return [{ address, port: Number(port) }]
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map((each) => ({ address: each.address, port: MDNS_PORT }))
}

function addressesOf(devices: Heard[], addresses: ReadonlyMap<string, string>): string[] {
  return SERVICES.flatMap(([service, scheme]) =>
    devices
      .filter((each) => each.service === service && each.port !== null)
      // A device that names a host nobody knows is where its answer came from.
      .map(({ port, target, path, from }) => {
        const host = addresses.get(target) ?? from
        return `${scheme}//${host}:${port}/${path.replaceAll(/^\/+|\/+$/g, '')}`
      }),
  )
}

/** A value of a TXT record, whose entries are `key=value`. */
function textEntry(data: string | Buffer | (string | Buffer)[], key: string): string | null {
  const entries = (Array.isArray(data) ? data : [data]).map((entry) => entry.toString())
  const entry = entries.find((each) => each.toLowerCase().startsWith(`${key}=`))
  return entry?.slice(key.length + 1) ?? null
}
