import { createHash } from 'node:crypto'
import { readdir, rmdir, statfs } from 'node:fs/promises'
import path from 'node:path'

const MEMORY = '/dev/shm'
const NAME = 'hengjuan-feeder-'
/** Four sheets ahead in A3 colour at 300 dpi are 800 MB. */
const ENOUGH_BYTES = 2 ** 30

/**
 * Where pages lie between the scanner and the encrypted store. They are in the clear there, and after a
 * crash they are thrown away and fed again: where the system keeps files in memory they never reach the
 * disk.
 */
export async function feederFolder(dataDir: string, memory = MEMORY): Promise<string> {
  const room = await statfs(memory).catch(() => null)
  if (room === null || room.bavail * room.bsize < ENOUGH_BYTES) return path.join(dataDir, 'feeder')
  await sweepEmpty(memory)
  const name = createHash('sha256').update(path.resolve(dataDir)).digest('hex').slice(0, 16)
  return path.join(memory, `${NAME}${name}`)
}

/** Folders of stations that were killed between two passes, and whose data folder nobody opens again. */
async function sweepEmpty(memory: string): Promise<void> {
  for (const name of await readdir(memory).catch((): string[] => []))
    // One with something in it, or of somebody else, stays. A running station makes its own anew.
    if (name.startsWith(NAME)) await rmdir(path.join(memory, name)).catch(() => undefined)
}
