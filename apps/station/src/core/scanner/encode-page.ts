import {
  type DeliveredPage,
  readPnmHeader,
  ScanError,
  type ScannerProfile,
} from '@hengjuan/scanner-bridge'
import sharp from 'sharp'
import { turnPicture } from './turn-picture.ts'

/**
 * The picture that is kept of a page: raw pixels as JPEG or PNG with their resolution, a picture that
 * the scanner compressed as it is. Back sides that come upside down are turned.
 *
 * @throws ScanError IO_ERROR for pixels that are no page
 */
export async function encodePage(
  page: Pick<DeliveredPage, 'format' | 'content' | 'dpi' | 'side'>,
  { output, flipBack }: Pick<ScannerProfile, 'output' | 'flipBack'>,
): Promise<{ bytes: Buffer; ending: string }> {
  const isTurned = flipBack && page.side === 'back'
  if (page.format !== 'pnm') {
    const bytes = isTurned ? await turnPicture(page.content, output.quality) : page.content
    return { bytes, ending: ENDINGS[page.format] }
  }
  const header = readPnmHeader(page.content)
  if (!header) throw new ScanError('IO_ERROR', 'no raw page')
  const { kind, width, height, offset } = header
  const raw = page.content.subarray(offset)
  const pixels = kind === 'P4' ? greyOfBits(raw, width, height, header.rowBytes) : raw
  const channels = kind === 'P6' ? 3 : 1
  const upright = sharp(pixels, { raw: { width, height, channels } })
  const plain = (isTurned ? upright.rotate(180) : upright).toColourspace(
    channels === 1 ? 'b-w' : 'srgb',
  )
  const dpi = header.dpi ?? page.dpi
  const picture = dpi === null ? plain : plain.withDensity(dpi)
  if (output.format === 'png' || kind === 'P4')
    return { bytes: await picture.png({ compressionLevel: 3 }).toBuffer(), ending: 'png' }
  const jpeg = picture.jpeg({ quality: output.quality, chromaSubsampling: '4:4:4' })
  return { bytes: await jpeg.toBuffer(), ending: 'jpg' }
}

const ENDINGS = { jpeg: 'jpg', png: 'png', tiff: 'tif', webp: 'webp' } as const

/** Bits of which 1 is black as grey values. */
function greyOfBits(bits: Uint8Array, width: number, height: number, rowBytes: number): Buffer {
  const grey = Buffer.alloc(width * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const byte = bits[y * rowBytes + (x >> 3)] ?? 0
      grey[y * width + x] = byte & (0x80 >> (x & 7)) ? 0 : 255
    }
  return grey
}
