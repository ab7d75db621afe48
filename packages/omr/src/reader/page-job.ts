import type { OmrTemplate, PageReading } from '@hengjuan/domain'
import { pageRead } from '../codes/printed-page.ts'
import type { CropOptions, RegionCrop } from '../crops/crop-regions.ts'
import { cropQuality, cropsInTurn } from '../crops/crop-regions.ts'
import { makeThumbnail } from '../crops/thumbnail.ts'
import type { Gray } from '../kernels/gray.ts'
import type { ReadOptions } from './read-page.ts'
import type { Reader } from './reader.ts'

/** What is wanted of one page besides its reading. */
export interface JobOptions extends ReadOptions {
  /** Crops to cut, or false for none; blocks at 200 dpi by default. */
  crops?: CropOptions | false
  /** Longer edge of the thumbnail in pixels, or 0 for none; 360 by default. */
  thumbnailPx?: number
  /** JPEG quality of crops and thumbnail, default 60; study: docs/decisions/0019-crop-format.md. */
  quality?: number
}

export interface EncodedPicture {
  jpeg: Uint8Array
  widthPx: number
  heightPx: number
}

export type EncodedCrop = Omit<RegionCrop, 'gray'> & EncodedPicture

export interface PageResult {
  reading: PageReading
  crops: EncodedCrop[]
  thumbnail: EncodedPicture | null
}

/** Reads a page and encodes what others need of it. */
export async function runPageJob(
  reader: Reader,
  bytes: Uint8Array,
  template: OmrTemplate,
  options: JobOptions,
): Promise<PageResult> {
  const { reading, gray } = await reader.readPage(bytes, template, options)
  const { quality = cropQuality, thumbnailPx = 360 } = options
  const page = pageRead(template, reading)
  const encode = async (picture: Gray): Promise<EncodedPicture> => ({
    jpeg: await reader.codec.encodeJpeg(picture, quality),
    widthPx: picture.width,
    heightPx: picture.height,
  })
  const crops: EncodedCrop[] = []
  if (page && options.crops !== false && reading.status !== 'rejected') {
    for (const { gray: picture, ...crop } of cropsInTurn(gray, page, reading, options.crops)) {
      crops.push({ ...crop, ...(await encode(picture)) })
    }
  }
  const rotation = reading.registration?.rotation ?? 0
  const thumbnail =
    thumbnailPx > 0 ? await encode(makeThumbnail(gray, thumbnailPx, rotation)) : null
  return { reading, crops, thumbnail }
}
