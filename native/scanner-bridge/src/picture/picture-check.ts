import type { PictureFormat } from '../drivers/driver.ts'
import { readPnmHeader } from './pnm.ts'

export interface PictureFacts {
  format: PictureFormat
  width: number | null
  height: number | null
  /** Images in the file: a TIFF can hold several. */
  frames: number
}

/**
 * Looks at the structure of a picture file without decoding it: is it one, and does it reach its own
 * end? A file that is still being written, or whose transfer was cut, is not whole.
 *
 * @returns null when the bytes are no picture that we take, or not a whole one
 */
export function checkPicture(bytes: Uint8Array): PictureFacts | null {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (view.length < 16) return null
  if (view.readUInt16BE(0) === 0xffd8) return checkJpeg(view)
  if (view.readUInt32BE(0) === 0x89504e47) return checkPng(view)
  if (['II*\0', 'MM\0*'].includes(view.toString('latin1', 0, 4))) return checkTiff(view)
  if (view.toString('latin1', 0, 4) === 'RIFF' && view.toString('latin1', 8, 12) === 'WEBP')
    return view.length >= view.readUInt32LE(4) + 8
      ? { format: 'webp', width: null, height: null, frames: 1 }
      : null
  const pnm = readPnmHeader(view)
  if (!pnm || view.length < pnm.offset + pnm.rowBytes * pnm.height) return null
  return { format: 'pnm', width: pnm.width, height: pnm.height, frames: 1 }
}

function checkJpeg(view: Buffer): PictureFacts | null {
  // The end marker, with at most a few bytes of padding behind it.
  if (view.lastIndexOf(Buffer.from([0xff, 0xd9])) < view.length - 18) return null
  for (let at = 2; at + 9 < view.length;) {
    if (view[at] !== 0xff) return null
    const marker = view[at + 1] ?? 0
    if (marker === 0xff) {
      at++
      continue
    }
    // Frame headers C0 to CF, without the tables among them.
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return {
        format: 'jpeg',
        height: view.readUInt16BE(at + 5),
        width: view.readUInt16BE(at + 7),
        frames: 1,
      }
    at += 2 + view.readUInt16BE(at + 2)
  }
  return null
}

function checkPng(view: Buffer): PictureFacts | null {
  for (let at = 8; at + 12 <= view.length;) {
    if (view.toString('latin1', at + 4, at + 8) === 'IEND')
      return {
        format: 'png',
        width: view.readUInt32BE(16),
        height: view.readUInt32BE(20),
        frames: 1,
      }
    at += 12 + view.readUInt32BE(at)
  }
  return null
}

const TIFF = { width: 256, height: 257, stripOffsets: 273, stripBytes: 279 } as const
const TIFF_TILES = { offsets: 324, bytes: 325 } as const
const MAX_FRAMES = 1000

/** Walks the directories and makes sure that every strip or tile lies inside the file. */
function checkTiff(view: Buffer): PictureFacts | null {
  const isLittle = view[0] === 0x49
  const u16 = (at: number) => (isLittle ? view.readUInt16LE(at) : view.readUInt16BE(at))
  const u32 = (at: number) => (isLittle ? view.readUInt32LE(at) : view.readUInt32BE(at))
  let frames = 0
  let first: { width: number | null; height: number | null } = { width: null, height: null }
  try {
    for (let at = u32(4); at !== 0; frames++) {
      if (frames >= MAX_FRAMES) return null
      const entries = new Map<number, number[]>()
      const count = u16(at)
      for (let index = 0; index < count; index++) {
        const entry = at + 2 + index * 12
        const size = u16(entry + 2) === 3 ? 2 : 4
        const length = u32(entry + 4)
        if (!isWanted(u16(entry)) || length > 100_000) continue
        const start = length * size <= 4 ? entry + 8 : u32(entry + 8)
        entries.set(
          u16(entry),
          Array.from({ length }, (_, item) =>
            size === 2 ? u16(start + item * 2) : u32(start + item * 4),
          ),
        )
      }
      const offsets = entries.get(TIFF.stripOffsets) ?? entries.get(TIFF_TILES.offsets) ?? []
      const sizes = entries.get(TIFF.stripBytes) ?? entries.get(TIFF_TILES.bytes) ?? []
      if (offsets.length === 0 || offsets.length !== sizes.length) return null
      if (offsets.some((offset, index) => offset + (sizes[index] ?? 0) > view.length)) return null
      if (frames === 0)
        first = {
          width: entries.get(TIFF.width)?.[0] ?? null,
          height: entries.get(TIFF.height)?.[0] ?? null,
        }
      at = u32(at + 2 + count * 12)
    }
  } catch (error) {
    // A pointer beyond the end: not yet whole.
    if (error instanceof RangeError) return null
    throw error
  }
  return frames === 0 ? null : { format: 'tiff', ...first, frames }
}

const isWanted = (tag: number): boolean =>
  [...Object.values(TIFF), ...Object.values(TIFF_TILES)].some((wanted) => wanted === tag)
