import { mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { writeFileSafely } from '../write-file.ts'
import type { KeyStore } from './key-store.ts'

/**
 * Keys as files that only the user of the system may read. Whoever can read that user's files can read
 * the data: the last choice, and the station says so.
 *
 * @param folder another one than the data's, so that a copy of the data alone is of no use
 */
export const fileKeyStore = (folder: string): KeyStore => ({
  place: 'file',
  isAvailable: async () => true,
  keep: async (keyId, key) => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeFileSafely(keyFile(folder, keyId), `${key.toString('base64')}\n`, 0o600)
    return ''
  },
  fetch: async (keyId) => {
    const text = await readFile(keyFile(folder, keyId), 'utf8').catch(() => null)
    return text === null ? null : Buffer.from(text.trim(), 'base64')
  },
})

export const keyFile = (folder: string, keyId: string): string =>
  path.join(folder, `station-${keyId}.key`)

/** Where a user's programs keep what is theirs on this system. */
export function usualKeyFolder(home: string, platform: NodeJS.Platform): string {
  const parts: Partial<Record<NodeJS.Platform, string[]>> = {
    win32: ['AppData', 'Roaming', 'hengjuan-station', 'keys'],
    darwin: ['Library', 'Application Support', 'hengjuan-station', 'keys'],
  }
  return path.join(home, ...(parts[platform] ?? ['.config', 'hengjuan-station', 'keys']))
}
