import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { buildHost } from '../build/build-host.ts'
import type { BridgeLaunch } from '../supervisor/bridge-process.ts'
import { CACHE, fetched } from '../tools/host-cache.ts'
import { compileWindows, hasProgram } from './twain-feeder.ts'

const WINE_PLACES = ['/usr/lib/wine/wine64', '/usr/bin/wine64', '/usr/local/bin/wine64']
const PREFIX = path.join(CACHE, 'wine-prefix')
const COMPILER = 'x86_64-w64-mingw32-gcc'

const wine = (): string | undefined => WINE_PLACES.find((place) => existsSync(place))

/** Why the Windows code cannot be run here; null when it can. */
export function whyNoWine(): string | null {
  if (process.env['SCANNER_WINE'] !== '1')
    return 'Windows code under Wine: npx pnpm --filter @hengjuan/scanner-bridge test:wine'
  if (!wine() || !hasProgram(COMPILER))
    return 'no Wine or no compiler for Windows (Debian: wine64 gcc-mingw-w64-x86-64)'
  return fetched.windows() ? null : 'Node for Windows is not there (src/tools/fetch-hosts.ts)'
}

/** A path as Windows programs see it. */
export const windowsPath = (file: string): string => `Z:${file.replaceAll('/', '\\')}`

/** How programs of Windows are run: a prefix of our own, our source in the place of Wine's. */
export const wineEnvironment = (): Record<string, string> => ({
  WINEPREFIX: PREFIX,
  WINEARCH: 'win64',
  WINEDEBUG: '-all',
  WINEDLLOVERRIDES: 'sane.ds=n,b;winemenubuilder.exe=',
})

/** The arguments of a program that runs JavaScript on Windows. */
export function windowsNode(
  script: string,
  ...more: string[]
): { command: string; args: string[] } {
  const host = fetched.windows()
  const command = wine()
  if (!host || !command) throw new Error('no Wine')
  return { command, args: [host.node, windowsPath(script), ...more] }
}

/**
 * Prepares the prefix, the bridge host and our source for Windows in a folder.
 *
 * @returns how a bridge is started, and where our own source manager lies
 */
export async function prepareWine(folder: string) {
  const host = fetched.windows()
  if (!host) throw new Error('no Node for Windows')
  if (!existsSync(path.join(PREFIX, 'system.reg'))) makePrefix()
  const bridge = path.join(host.folder, 'host')
  await buildHost(bridge)
  const { source, manager } = compileWindows(folder, COMPILER)
  // The only name of a source that Wine's manager lists.
  const place = path.join(PREFIX, 'drive_c/windows/twain_64')
  mkdirSync(place, { recursive: true })
  copyFileSync(source, path.join(place, 'sane.ds'))
  const launch = (more: Record<string, string>): BridgeLaunch => ({
    ...windowsNode(path.join(bridge, 'bridge.mjs')),
    env: { ...wineEnvironment(), TWAIN_TEST_SOURCES: windowsPath(source), ...more },
    channel: 'loopback',
  })
  return { launch, manager: windowsPath(manager), bridge }
}

function makePrefix(): void {
  mkdirSync(PREFIX, { recursive: true })
  const run = (...args: string[]) =>
    execFileSync(wine() ?? 'wine64', args, {
      stdio: 'ignore',
      env: { ...process.env, ...wineEnvironment() },
    })
  run('wineboot', '-i')
  // Node refuses what Wine claims to be by itself.
  run('reg', 'add', 'HKCU\\Software\\Wine', '/v', 'Version', '/d', 'win10', '/f')
}
