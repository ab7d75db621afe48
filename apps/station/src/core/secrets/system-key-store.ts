import { spawn } from 'node:child_process'
import type { KeyStore } from './key-store.ts'

/** Runs a program of the system; null when it is missing, fails or does not answer in time. */
export type RunProgram = (
  program: string,
  args: readonly string[],
  input: string,
) => Promise<string | null>

const SERVICE = 'hengjuan-station'
const ANSWER_WITHIN_MS = 15_000

/** The key store of the system that the station runs on without Electron. */
export function systemKeyStore(
  platform: NodeJS.Platform = process.platform,
  run: RunProgram = runProgram,
): KeyStore | null {
  switch (platform) {
    case 'linux':
      return secretService(run)
    case 'darwin':
      return keychain(run)
    case 'win32':
      return dpapi(run)
    default:
      return null
  }
}

/** Keyring of the desktop through `secret-tool` (libsecret-tools). Servers without a desktop have none. */
const secretService = (run: RunProgram): KeyStore => ({
  place: 'secret-service',
  isAvailable: async () => {
    const probe = ['service', SERVICE, 'key', 'probe']
    const stored = await run('secret-tool', ['store', '--label', SERVICE, ...probe], 'probe')
    if (stored === null) return false
    const found = await run('secret-tool', ['lookup', ...probe], '')
    await run('secret-tool', ['clear', ...probe], '')
    return found?.trim() === 'probe'
  },
  keep: async (keyId, key) => {
    const label = ['--label', '衡卷扫描站数据密钥']
    const attributes = ['service', SERVICE, 'key', keyId]
    await mustRun(run, 'secret-tool', ['store', ...label, ...attributes], key.toString('base64'))
    return ''
  },
  fetch: async (keyId) =>
    keyOf(await run('secret-tool', ['lookup', 'service', SERVICE, 'key', keyId], '')),
})

/** `security` reads its commands from standard input, so that the key is in no list of processes. */
const keychain = (run: RunProgram): KeyStore => ({
  place: 'keychain',
  isAvailable: async () => (await run('security', ['default-keychain'], '')) !== null,
  keep: async (keyId, key) => {
    const command = `add-generic-password -U -s ${SERVICE} -a ${keyId} -w ${key.toString('base64')}\n`
    await mustRun(run, 'security', ['-i'], command)
    return ''
  },
  fetch: async (keyId) =>
    keyOf(await run('security', ['find-generic-password', '-s', SERVICE, '-a', keyId, '-w'], '')),
})

const POWERSHELL = ['-NoProfile', '-NonInteractive', '-Command']
const protect = (verb: 'Protect' | 'Unprotect'): string =>
  'Add-Type -AssemblyName System.Security; ' +
  '$given = [Convert]::FromBase64String([Console]::In.ReadLine()); ' +
  `[Convert]::ToBase64String([Security.Cryptography.ProtectedData]::${verb}($given, $null, 'CurrentUser'))`

/** The key as only this user of this Windows can open it; it stands in the key record. */
const dpapi = (run: RunProgram): KeyStore => ({
  place: 'dpapi',
  isAvailable: async () => {
    const probe = Buffer.from('probe').toString('base64')
    const kept = await run('powershell.exe', [...POWERSHELL, protect('Protect')], `${probe}\n`)
    return kept !== null && keyOf(kept) !== null
  },
  keep: async (_keyId, key) => {
    const input = `${key.toString('base64')}\n`
    const kept = await mustRun(run, 'powershell.exe', [...POWERSHELL, protect('Protect')], input)
    return kept.trim()
  },
  fetch: async (_keyId, kept) =>
    keyOf(await run('powershell.exe', [...POWERSHELL, protect('Unprotect')], `${kept}\n`)),
})

const keyOf = (text: string | null): Buffer | null => {
  const trimmed = text?.trim() ?? ''
  return trimmed === '' ? null : Buffer.from(trimmed, 'base64')
}

async function mustRun(run: RunProgram, ...call: Parameters<RunProgram>): Promise<string> {
  const output = await run(...call)
  if (output === null) throw new Error(`${call[0]} did not keep the key`)
  return output
}

const runProgram: RunProgram = (program, args, input) =>
  new Promise((resolve) => {
    const child = spawn(program, args, {
      stdio: ['pipe', 'pipe', 'ignore'],
      timeout: ANSWER_WITHIN_MS,
      windowsHide: true,
    })
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
    child.once('error', () => resolve(null))
    child.once('close', (code) => resolve(code === 0 ? output : null))
    // A program that ends without reading closes the pipe.
    child.stdin.once('error', () => undefined)
    child.stdin.end(input)
  })
