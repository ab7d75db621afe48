import { open, rename } from 'node:fs/promises'
import path from 'node:path'

/** Writes a file and waits until it is on the disk. */
export async function writeDurably(
  file: string,
  content: Uint8Array | string,
  mode = 0o600,
): Promise<void> {
  const handle = await open(file, 'w', mode)
  try {
    await handle.writeFile(content)
    await handle.datasync()
  } finally {
    await handle.close()
  }
}

/** Puts a file in place whole or not at all, whatever happens meanwhile. */
export async function writeFileSafely(
  file: string,
  content: Uint8Array | string,
  mode = 0o600,
): Promise<void> {
  const temporary = `${file}.${process.pid}.part`
  await writeDurably(temporary, content, mode)
  await rename(temporary, file)
  await syncFolder(path.dirname(file))
}

/** The name must survive a power cut too. Windows keeps it without being asked, and cannot be. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
