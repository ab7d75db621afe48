import { ScanError } from '../../protocol/scan-error.ts'
import type { RawPicture } from './raw-picture.ts'
import type { ReadAt } from './read-native.ts'

const HEADER = 40
/** More bytes than any scanned page has. */
const MOST_BYTES = 2 ** 30

/**
 * Reads a device-independent bitmap: a header, a palette, and rows from the bottom up, each filled up to
 * whole words of 4 bytes, blue before red.
 *
 * @throws ScanError UNSUPPORTED for what scanners do not give
 */
export function readDib(read: ReadAt): RawPicture {
  const header = read(0, HEADER)
  const size = header.readUInt32LE(0)
  const width = header.readInt32LE(4)
  const signedHeight = header.readInt32LE(8)
  const height = Math.abs(signedHeight)
  const bits = header.readUInt16LE(14)
  const compression = header.readUInt32LE(16)
  if (size < HEADER || width < 1 || height < 1 || compression !== 0 || ![1, 8, 24].includes(bits))
    throw new ScanError('UNSUPPORTED', `a bitmap of ${bits} bits, compression ${compression}`)
  const rowBytes = Math.ceil((width * bits) / 32) * 4
  if (rowBytes * height > MOST_BYTES) throw new ScanError('IO_ERROR', 'a bitmap without an end')
  const colours = bits === 24 ? 0 : header.readUInt32LE(32) || 2 ** bits
  const palette = read(size, colours * 4)
  const stored = read(size + colours * 4, rowBytes * height)
  const pixels = signedHeight < 0 ? stored : upsideDown(stored, rowBytes)
  const common = { width, height, rowBytes, pixels, bitsPerPixel: bits }
  if (bits === 24) {
    swapColours(pixels, width, rowBytes)
    return { ...common, isInverted: false }
  }
  if (bits === 1) return { ...common, isInverted: toneOf(palette, 0) > toneOf(palette, 1) }
  const tones = Array.from({ length: colours }, (_, index) => toneOf(palette, index))
  for (let at = 0; at < pixels.length; at++) pixels[at] = tones[pixels[at] ?? 0] ?? 0
  return { ...common, isInverted: false }
}

/** Tone of a colour of the palette, which must be grey. */
function toneOf(palette: Buffer, index: number): number {
  const [blue, green, red] = palette.subarray(index * 4, index * 4 + 3)
  if (blue === undefined || blue !== green || blue !== red)
    throw new ScanError('UNSUPPORTED', 'a bitmap with a palette of colours')
  return blue
}

function upsideDown(rows: Buffer, rowBytes: number): Buffer {
  const turned = Buffer.alloc(rows.length)
  for (let from = 0, to = rows.length - rowBytes; to >= 0; from += rowBytes, to -= rowBytes)
    rows.copy(turned, to, from, from + rowBytes)
  return turned
}

function swapColours(pixels: Buffer, width: number, rowBytes: number): void {
  for (let row = 0; row < pixels.length; row += rowBytes)
    for (let at = row; at < row + width * 3; at += 3) {
      const blue = pixels[at] ?? 0
      pixels[at] = pixels[at + 2] ?? 0
      pixels[at + 2] = blue
    }
}
