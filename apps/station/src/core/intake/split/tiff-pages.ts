import { readFileSync } from 'node:fs'
import { tiffPages } from '@hengjuan/omr'
import sharp from 'sharp'
import { type PageSource, SplitError, type SplitPage } from './split-answer.ts'

/** The engine takes no more. */
const MOST_PIXELS = 80_000_000
const QUALITY = 90

/** @throws SplitError */
export async function openTiff(file: string): Promise<PageSource> {
  const bytes = readFileSync(file)
  if (bytes.length === 0) throw new SplitError('empty')
  if (isCutOff(bytes)) throw new SplitError('damaged')
  const pages = tiffPages(bytes)
  return {
    pages: pages.length,
    page: (number) => {
      const page = pages[number - 1]
      if (page === undefined) throw new RangeError(`the file has no page ${number}`)
      return pictureOfPage(bytes, page)
    },
  }
}

/** Does the chain of directories break off after a page? The pages after it are missing. */
export function isCutOff(tiff: Buffer): boolean {
  if (tiff.length < 8) return false
  const isLittle = tiff.readUInt16BE(0) === 0x49_49
  const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const long = (at: number) => (isLittle ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at))
  if (short(2) !== CLASSIC) return false
  const seen = new Set<number>()
  let at = long(4)
  while (at !== 0) {
    const end = at + 2 <= tiff.length ? at + 2 + short(at) * 12 : tiff.length
    if (seen.has(at) || end + 4 > tiff.length) return seen.size > 0
    seen.add(at)
    at = long(end)
  }
  return false
}

/** TIFF as of 1992, with places of 32 bits. */
const CLASSIC = 42

async function pictureOfPage(tiff: Buffer, page: number): Promise<SplitPage> {
  const options = { page, limitInputPixels: false, failOn: 'error' } as const
  const { width, height, bitsPerSample, channels, density } = await sharp(tiff, options).metadata()
  if (width * height > MOST_PIXELS) return { kind: 'too-large' }
  const upright = sharp(tiff, options).autoOrient().flatten({ background: '#ffffff' })
  const plain = upright.toColourspace(channels <= 2 ? 'b-w' : 'srgb')
  const picture = density ? plain.withDensity(density) : plain
  const encoded =
    bitsPerSample === 1
      ? picture.png({ compressionLevel: 3 })
      : picture.jpeg({ quality: QUALITY, chromaSubsampling: '4:4:4' })
  return { kind: 'picture', bytes: await encoded.toBuffer() }
}
