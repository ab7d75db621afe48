import { type PnmKind, pnmHeader, pnmRowBytes } from '../../picture/pnm.ts'
import { ScanError } from '../../protocol/scan-error.ts'
import type { ScannedImage } from '../driver.ts'

/** Pixels as a source gives them, top row first, red before blue. */
export interface RawPicture {
  width: number
  height: number
  bitsPerPixel: number
  /** Bytes from one row to the next. */
  rowBytes: number
  pixels: Buffer
  /** Zero is white, not black; null where the picture itself does not say. */
  isInverted: boolean | null
}

const KINDS: Record<number, PnmKind> = { 1: 'P4', 8: 'P5', 16: 'P5', 24: 'P6', 48: 'P6' }

/**
 * The picture as PNM. Samples of 16 bits are cut to their upper 8.
 *
 * @throws ScanError UNSUPPORTED for depths that are not used for paper
 */
export function pnmOf(picture: RawPicture, dpi: number): ScannedImage {
  const { width, height, bitsPerPixel } = picture
  const kind = KINDS[bitsPerPixel]
  if (!kind) throw new ScanError('UNSUPPORTED', `${bitsPerPixel} bits a pixel`)
  const isWide = bitsPerPixel === 16 || bitsPerPixel === 48
  const rowBytes = pnmRowBytes(kind, width)
  const pixels = Buffer.alloc(rowBytes * height)
  // In PNM a bit is black where it is set, and a byte where it is not.
  const flip = (picture.isInverted === true) !== (kind === 'P4') ? 0xff : 0
  for (let row = 0; row < height; row++) {
    const from = picture.pixels.subarray(row * picture.rowBytes)
    if (isWide)
      for (let at = 0; at < rowBytes; at++) pixels[row * rowBytes + at] = from[at * 2 + 1] ?? 0
    else from.copy(pixels, row * rowBytes, 0, rowBytes)
  }
  if (flip) for (let at = 0; at < pixels.length; at++) pixels[at] = (pixels[at] ?? 0) ^ flip
  if (kind === 'P4') clearPadding(pixels, width, rowBytes)
  return {
    format: 'pnm',
    content: [pnmHeader(kind, width, height, dpi), pixels],
    width,
    height,
    dpi,
  }
}

/** Bits behind the last pixel of a row are white. */
function clearPadding(pixels: Buffer, width: number, rowBytes: number): void {
  if (width % 8 === 0) return
  const keep = 0xff00 >> (width % 8)
  for (let at = rowBytes - 1; at < pixels.length; at += rowBytes)
    pixels[at] = (pixels[at] ?? 0) & keep
}
