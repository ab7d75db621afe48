import type { Gray } from '../kernels/gray.ts'
import type { PageMemory } from '../kernels/page-memory.ts'
import { isCutOff } from './cut-off.ts'
import type { ChannelPage, InkColour, RgbPage } from './ink-channels.ts'
import { splitChannels } from './ink-channels.ts'
import { encodeGray } from './jpeg-encoder.ts'
import { orientGray } from './orient-gray.ts'
import { PageFileError } from './page-file-error.ts'
import { countPages } from './picture-file.ts'
import type { JpegHeader } from './picture-format.ts'
import { pictureFormat, readJpegHeader } from './picture-format.ts'
import { decodeRgbWithSharp, decodeWithSharp } from './sharp-codec.ts'
import { decodeRgbWithTurbo, decodeWithTurbo } from './turbo-codec.ts'

/** Where decoded pixels may be put. */
type Room = Uint8Array | ((size: number) => Uint8Array) | null

/** Turns picture files into grey pixels and crops back into files. */
export interface PageCodec {
  /**
   * Decodes JPEG, PNG, TIFF or WebP (of an animated one the first frame) to upright 8-bit grey.
   *
   * @param reuse a buffer that may be overwritten, or what gives one of so many bytes; the result's
   *   data may be a view of it
   * @throws PageFileError with a Chinese message: empty, unknown, damaged, cut off, too large, too small,
   *   or several pages in one file
   */
  decodeGray(bytes: Uint8Array, reuse?: Room): Promise<Gray>
  /**
   * Decodes a page of a card whose print has a colour that is to vanish.
   *
   * @param memory where the page will lie, valid until its next one
   * @throws PageFileError as above
   */
  decodeChannels(bytes: Uint8Array, colour: InkColour, memory: PageMemory): Promise<ChannelPage>
  /** Encodes grey as JPEG, quality 1 to 100. */
  encodeJpeg(gray: Gray, quality?: number): Promise<Uint8Array>
}

/** A3 at 600 dpi has 70 million pixels; nothing larger is a scan of a sheet. */
const defaultPixelLimit = 80_000_000
/** Shorter edges cannot hold a legible sheet. */
const leastEdgePx = 64

/**
 * Makes a codec: JPEG files are opened by libjpeg-turbo where it is installed, everything else by sharp, and
 * crops are encoded by the kernels.
 */
export function createPageCodec(options: { pixelLimit?: number } = {}): PageCodec {
  const pixelLimit = options.pixelLimit ?? defaultPixelLimit
  return {
    async decodeGray(bytes, reuse = null) {
      const jpeg = openFile(bytes, pixelLimit)
      const decode = (header: JpegHeader) => {
        const gray = decodeWithTurbo(bytes, header, (size) => roomFor(reuse, size))
        return gray && orientGray(gray, header.orientation)
      }
      const gray =
        (jpeg && (await orNamed(bytes, pixelLimit, () => decode(jpeg)))) ??
        (await decodeWithSharp(bytes, pixelLimit))
      return largeEnough(gray)
    },
    async decodeChannels(bytes, colour, memory) {
      const jpeg = openFile(bytes, pixelLimit)
      const decode = (header: JpegHeader) =>
        decodeRgbWithTurbo(bytes, header, (size) => memory.holdPlanes(size / 3).colours)
      const rgb =
        (jpeg?.orientation === 1 ? await orNamed(bytes, pixelLimit, () => decode(jpeg)) : null) ??
        (await decodeRgbWithSharp(bytes, pixelLimit))
      return splitChannels(largeEnough<RgbPage>(rgb), colour, memory)
    },
    async encodeJpeg(gray, quality = 80) {
      return encodeGray(gray, quality)
    },
  }
}

/** Refuses what is no page before anything is decoded; the header, if the file is a JPEG of a known kind. */
function openFile(bytes: Uint8Array, pixelLimit: number): JpegHeader | null {
  if (bytes.length === 0) throw new PageFileError('EMPTY_FILE')
  const format = pictureFormat(bytes)
  if (!format) throw new PageFileError('UNKNOWN_FORMAT')
  if (isCutOff(bytes, format)) throw new PageFileError('TRUNCATED_FILE')
  const pages = countPages(bytes)
  if (pages > 1) throw new PageFileError('SEVERAL_PAGES', { detail: `共 ${pages} 页` })
  const header = format === 'jpeg' ? readJpegHeader(bytes) : null
  if (header && header.width * header.height > pixelLimit) {
    const detail = `${header.width} × ${header.height} 像素`
    throw new PageFileError('TOO_MANY_PIXELS', { detail })
  }
  return header
}

/**
 * Runs the fast decoder, which objects to any damage. What it refuses has its fault named by the other
 * one; a file that only the other one opens is damaged all the same: where the data went wrong, bits of
 * the page lie in other places, and a bubble that moved would be read in silence.
 */
async function orNamed<T>(
  bytes: Uint8Array,
  pixelLimit: number,
  decode: () => T | null,
): Promise<T | null> {
  try {
    return decode()
  } catch (cause) {
    await decodeWithSharp(bytes, pixelLimit)
    throw new PageFileError('DAMAGED_FILE', { cause })
  }
}

function roomFor(reuse: Room, size: number): Uint8Array {
  if (typeof reuse === 'function') return reuse(size)
  return reuse && reuse.length >= size ? reuse.subarray(0, size) : new Uint8Array(size)
}

function largeEnough<T extends { width: number; height: number }>(picture: T): T {
  if (Math.min(picture.width, picture.height) < leastEdgePx) throw new PageFileError('TOO_SMALL')
  return picture
}
