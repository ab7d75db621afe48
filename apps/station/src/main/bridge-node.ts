import { existsSync } from 'node:fs'
import path from 'node:path'

/**
 * The Node that runs scanner drivers: Electron itself must not, since a driver's crash would be its own.
 * The one that ships with the station, or the one that is installed.
 *
 * @param resources folder of the packaged station; undefined when it runs from its sources
 */
export function bridgeNode(resources: string | undefined): string {
  const name = process.platform === 'win32' ? 'node.exe' : 'node'
  const shipped = resources === undefined ? '' : path.join(resources, 'node', name)
  return existsSync(shipped) ? shipped : name
}
