import { BlockList, isIP } from 'node:net'

/** As Fastify takes it: nobody, or whoever this says yes to; hop 0 is who holds the connection. */
export type TrustedProxies = false | ((address: string, hop: number) => boolean)

const MOST_HOPS = 10

/** Addresses that nobody on the internet has. */
const within = new BlockList()
for (const [network, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  within.addSubnet(network, bits, 'ipv4')
within.addSubnet('fc00::', 7, 'ipv6')
within.addSubnet('fe80::', 10, 'ipv6')
within.addAddress('::1', 'ipv6')

const has = (list: BlockList, address: string): boolean => {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  const family = isIP(plain)
  return family !== 0 && list.check(plain, family === 6 ? 'ipv6' : 'ipv4')
}

/**
 * Who is believed when they say for whom they ask. A number is of proxies one behind the other, and holds for those
 * on this computer or a private network only: whoever reaches the server from elsewhere writes what they like.
 *
 * @param text `0`, a number of hops, or addresses and networks separated by commas
 * @returns null for what is none of these
 */
export function trustedProxies(text: string): TrustedProxies | null {
  const trimmed = text.trim()
  if (/^\d+$/.test(trimmed)) {
    const hops = Number(trimmed)
    if (hops > MOST_HOPS) return null
    return hops === 0 ? false : (address, hop) => hop < hops && has(within, address)
  }
  const list = new BlockList()
  for (const entry of trimmed.split(',')) {
    const [address = '', bits] = entry.trim().split('/')
    const family = isIP(address)
    const most = family === 6 ? 128 : 32
    if (family === 0 || (bits !== undefined && !(/^\d+$/.test(bits) && Number(bits) <= most)))
      return null
    list.addSubnet(address, Number(bits ?? most), family === 6 ? 'ipv6' : 'ipv4')
  }
  return (address) => has(list, address)
}
