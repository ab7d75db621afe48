import { existsSync } from 'node:fs'
import path from 'node:path'
import { type BridgeLaunch, bridgeLaunch } from '@hengjuan/scanner-bridge'

const NODE = process.platform === 'win32' ? 'node.exe' : 'node'

/**
 * What runs scanner drivers: Electron itself must not, since a driver's crash would be its own. The Node
 * and the bridge that ship with the station, or the installed Node and the sources.
 *
 * @param resources folder of the packaged station; undefined when it runs from its sources
 */
export const bridgeHost = (resources: string | undefined): BridgeLaunch =>
  shippedHost(resources, 'bridge', NODE) ?? bridgeLaunch(NODE)

/**
 * The host for 32-bit drivers of Windows: a Node of 32 bits with the bridge as plain JavaScript, since that
 * Node is too old for TypeScript. Undefined where it was not shipped.
 */
export const bridgeHost32 = (resources: string | undefined): BridgeLaunch | undefined =>
  shippedHost(resources, 'bridge32', 'node.exe')

function shippedHost(
  resources: string | undefined,
  folder: string,
  node: string,
): BridgeLaunch | undefined {
  if (resources === undefined) return undefined
  const command = path.join(resources, folder, node)
  const program = path.join(resources, folder, 'bridge.mjs')
  // Half a host is none.
  return existsSync(command) && existsSync(program) ? { command, args: [program] } : undefined
}
