import { AppError } from '@hengjuan/domain'
import sharp from 'sharp'
import { storeImage } from '../../images/store-image.ts'
import type { Services } from '../../services.ts'

const PIXEL_LIMIT = 80_000_000
/** Enough to read handwriting on a page by. */
const LONGEST_PX = 2000
const QUALITY = 84
const FORMATS: readonly string[] = ['jpeg', 'png', 'webp']

export interface StoredPicture {
  hash: string
  width_px: number
  height_px: number
}

/**
 * Keeps a picture that somebody chose or took: upright, of a usual size, without what its file says beside.
 *
 * @throws AppError PAD_PICTURE_INVALID
 */
export async function keepPicture(services: Services, bytes: Buffer): Promise<StoredPicture> {
  const options = { limitInputPixels: PIXEL_LIMIT, failOn: 'truncated' as const }
  const about = await sharp(bytes, options).metadata().catch(refused('文件不是图片'))
  if (!FORMATS.includes(about.format))
    throw new AppError('PAD_PICTURE_INVALID', { reason: '只能用 JPEG、PNG 或 WebP 图片' })
  const { data, info } = await sharp(bytes, options)
    .autoOrient()
    .resize({ width: LONGEST_PX, height: LONGEST_PX, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .webp({ quality: QUALITY })
    .toBuffer({ resolveWithObject: true })
    .catch(refused('图片已损坏或过大'))
  return storeWebp(services, data, { width_px: info.width, height_px: info.height })
}

const refused = (reason: string) => (cause: unknown) => {
  throw new AppError('PAD_PICTURE_INVALID', { reason }).withCause(cause)
}

/** Stores a picture that was made here. */
export const storeWebp = async (
  services: Services,
  bytes: Buffer,
  size: { width_px: number; height_px: number },
): Promise<StoredPicture> => ({
  hash: await storeImage(services, bytes, { mime: 'image/webp', ...size }),
  ...size,
})
