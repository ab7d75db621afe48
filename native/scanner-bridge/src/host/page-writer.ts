import { createHash } from 'node:crypto'
import { mkdir, open, rename } from 'node:fs/promises'
import path from 'node:path'
import type { PictureFormat, ScannedImage } from '../drivers/driver.ts'
import { ScanError } from '../protocol/scan-error.ts'

const ENDINGS: Record<PictureFormat, string> = {
  pnm: 'pnm',
  jpeg: 'jpg',
  png: 'png',
  tiff: 'tif',
  webp: 'webp',
}

export interface KeptPage {
  file: string
  bytes: number
  sha256: string
}

/**
 * Puts an image into the job's folder so that a power cut right after it cannot take it away: content on
 * disk first, then the name, then the folder. Only then may the next sheet be fed.
 *
 * @throws ScanError DISK_FULL
 */
export async function keepPage(
  dir: string,
  place: { sheet: number; side: 'front' | 'back' },
  image: ScannedImage,
): Promise<KeptPage> {
  const side = place.side === 'front' ? 1 : 2
  const file = `${String(place.sheet).padStart(6, '0')}-${side}.${ENDINGS[image.format]}`
  const target = path.join(dir, file)
  try {
    await mkdir(dir, { recursive: true })
    const kept = await writePieces(image.content, target)
    await syncFolder(dir)
    return { file, ...kept }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ENOSPC' && code !== 'EDQUOT') throw error
    throw new ScanError('DISK_FULL', `${target}: no space`, { cause: error })
  }
}

async function writePieces(
  pieces: readonly Uint8Array[],
  target: string,
): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256')
  let bytes = 0
  const part = `${target}.part`
  const handle = await open(part, 'w')
  try {
    for (const piece of pieces) {
      await handle.writeFile(piece)
      hash.update(piece)
      bytes += piece.length
    }
    await handle.datasync()
  } finally {
    await handle.close()
  }
  await rename(part, target)
  return { bytes, sha256: hash.digest('hex') }
}

/** Windows keeps a name without being asked, and cannot be. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
