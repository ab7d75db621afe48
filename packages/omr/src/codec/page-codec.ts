import type { Gray } from '../kernels/gray.ts'
import { PageFileError } from './page-file-error.ts'
import { pictureFormat, readJpegHeader } from './picture-format.ts'
import { decodeWithSharp, encodeWithSharp } from './sharp-codec.ts'
import { decodeWithTurbo, encodeWithTurbo } from './turbo-codec.ts'

/** Turns picture files into grey pixels and crops back into files. */
export interface PageCodec {
  /**
   * Decodes JPEG, PNG, TIFF (first page) or WebP to upright 8-bit grey.
   *
   * @param reuse a buffer that may be overwritten; the result's data may be a view of it
   * @throws PageFileError with a Chinese message: empty, unknown, damaged, cut off, too large, too small
   */
  decodeGray(bytes: Uint8Array, reuse?: Uint8Array | null): Promise<Gray>
  /** Encodes grey as JPEG, quality 1 to 100. */
  encodeJpeg(gray: Gray, quality?: number): Promise<Uint8Array>
}

/** A3 at 600 dpi has 70 million pixels; nothing larger is a scan of a sheet. */
const defaultPixelLimit = 120_000_000
/** Shorter edges cannot hold a legible sheet. */
const leastEdgePx = 64

/** Makes a codec: libjpeg-turbo where it is installed, sharp for everything else. */
export function createPageCodec(options: { pixelLimit?: number } = {}): PageCodec {
  const pixelLimit = options.pixelLimit ?? defaultPixelLimit
  return {
    async decodeGray(bytes, reuse = null) {
      if (bytes.length === 0) throw new PageFileError('EMPTY_FILE')
      const format = pictureFormat(bytes)
      if (!format) throw new PageFileError('UNKNOWN_FORMAT')
      const gray =
        (format === 'jpeg' ? decodeJpeg(bytes, reuse, pixelLimit) : null) ??
        (await decodeWithSharp(bytes, pixelLimit))
      if (Math.min(gray.width, gray.height) < leastEdgePx) throw new PageFileError('TOO_SMALL')
      return gray
    },
    async encodeJpeg(gray, quality = 80) {
      return encodeWithTurbo(gray, quality) ?? (await encodeWithSharp(gray, quality))
    },
  }
}

function decodeJpeg(bytes: Uint8Array, reuse: Uint8Array | null, pixelLimit: number): Gray | null {
  const header = readJpegHeader(bytes)
  if (!header) return null
  if (header.width * header.height > pixelLimit) {
    const detail = `${header.width} × ${header.height} 像素`
    throw new PageFileError('TOO_MANY_PIXELS', { detail })
  }
  return decodeWithTurbo(bytes, header, reuse)
}
