import { createRequire } from 'node:module'
import sharp from 'sharp'

/** A scan on its way to a file. */
export interface Picture {
  widthPx: number
  heightPx: number
  pixelsPerMm: number
  grey: Uint8Array
  /** The red channel where it differs from green and blue, which are then `grey`; null for a grey scan. */
  red: Uint8Array | null
  /** Colour cast of a colour scan: levels added to red and taken from blue. */
  cast: number
  jpegQuality: number
  /** Picture pixels per pixel of the place where the page was laid, across and down; 1 unless resampled. */
  zoom: readonly [x: number, y: number]
}

/** The part of `@julusian/jpeg-turbo` that is used here. */
interface Turbo {
  FORMAT_GRAY: number
  FORMAT_RGB: number
  SAMP_GRAY: number
  SAMP_420: number
  compressSync(
    raw: Buffer,
    options: {
      format: number
      width: number
      height: number
      subsampling: number
      quality: number
    },
  ): Buffer
}

let turbo: Turbo | null | undefined

/** The quick encoder, or null where it is not installed; the files then differ in a few bytes. */
function quickEncoder(): Turbo | null {
  if (turbo !== undefined) return turbo
  try {
    turbo = createRequire(import.meta.url)('@julusian/jpeg-turbo') as Turbo
  } catch {
    turbo = null
  }
  return turbo
}

/** The file as the scanner's software stores it: JPEG, grey unless the picture has colour. */
export async function encodePicture(picture: Picture): Promise<Uint8Array> {
  const { widthPx: width, heightPx: height, red, pixelsPerMm, jpegQuality: quality } = picture
  const dpi = Math.round(pixelsPerMm * 25.4)
  const pixels = red ? interleave(picture, red) : picture.grey
  const quick = quickEncoder()
  if (quick) {
    const format = red ? quick.FORMAT_RGB : quick.FORMAT_GRAY
    const subsampling = red ? quick.SAMP_420 : quick.SAMP_GRAY
    const raw = Buffer.from(pixels.buffer, pixels.byteOffset, pixels.byteLength)
    const jpeg = quick.compressSync(raw, { format, width, height, subsampling, quality })
    return withDensity(new Uint8Array(jpeg), dpi)
  }
  const jpeg = await sharp(pixels, { raw: { width, height, channels: red ? 3 : 1 } })
    .withDensity(dpi)
    .toColourspace(red ? 'srgb' : 'b-w')
    .jpeg({ quality, optimiseCoding: false })
    .toBuffer()
  return new Uint8Array(jpeg)
}

function interleave({ grey, cast }: Picture, red: Uint8Array): Uint8ClampedArray {
  const rgb = new Uint8ClampedArray(3 * grey.length)
  for (let at = 0, to = 0; at < grey.length; at++, to += 3) {
    const level = grey[at]!
    rgb[to] = red[at]! + cast
    rgb[to + 1] = level
    rgb[to + 2] = level - cast
  }
  return rgb
}

const DENSITY_AT = 13

/** Writes the resolution into the JFIF header, which the quick encoder leaves empty. */
function withDensity(jpeg: Uint8Array, dpi: number): Uint8Array {
  const isJfif = String.fromCharCode(...jpeg.subarray(6, 10)) === 'JFIF'
  if (isJfif) jpeg.set([1, dpi >> 8, dpi & 255, dpi >> 8, dpi & 255], DENSITY_AT)
  return jpeg
}
