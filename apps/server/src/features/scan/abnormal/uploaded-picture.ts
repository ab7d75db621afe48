import { AppError } from '@hengjuan/domain'
import type { MultipartFile } from '@fastify/multipart'
import sharp from 'sharp'

export interface UploadedPicture {
  bytes: Buffer
  widthPx: number
  heightPx: number
  fileName: string
}

/** A sheet at 600 dpi has 35 million pixels. */
const PIXEL_LIMIT = 120_000_000
const QUALITY = 90
const NAME_LENGTH = 80

/**
 * A picture of paper that somebody chose: upright, as JPEG, without what the camera noted about itself.
 *
 * @throws AppError MEDIA_TYPE_UNSUPPORTED, SCAN_IMAGE_INVALID
 */
export async function uploadedPicture(file: MultipartFile): Promise<UploadedPicture> {
  const given = await file.toBuffer()
  const invalid = (cause: unknown): never => {
    throw new AppError('SCAN_IMAGE_INVALID').withCause(cause)
  }
  const open = () => sharp(given, { limitInputPixels: PIXEL_LIMIT, failOn: 'truncated' })
  const { format } = await open().metadata().catch(invalid)
  if (format !== 'jpeg' && format !== 'png')
    throw new AppError('MEDIA_TYPE_UNSUPPORTED', { allowed: ' JPG 或 PNG 图像' })
  const { data, info } = await open()
    .rotate()
    .flatten({ background: '#fff' })
    .jpeg({ quality: QUALITY })
    .toBuffer({ resolveWithObject: true })
    .catch(invalid)
  return {
    bytes: data,
    widthPx: info.width,
    heightPx: info.height,
    fileName: file.filename.slice(0, NAME_LENGTH),
  }
}
