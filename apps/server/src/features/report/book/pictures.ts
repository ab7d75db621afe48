import sharp from 'sharp'
import type { Services } from '../../../services.ts'

/** More pictures than these make no file that a printer takes. */
export const MOST_PICTURES = 3000
export const TOO_MANY_PICTURES = `作答图像超过 ${MOST_PICTURES} 张，其余没有附上：请按班级分开生成`
const PIXEL_LIMIT = 40_000_000

/** As JPEG, whatever it was stored as; null for one that is gone. */
export async function pictureOf({ db, images }: Services, hash: string): Promise<Buffer | null> {
  const stored = await db
    .selectFrom('image')
    .where('hash', '=', hash)
    .select(['object_hash', 'byte_offset', 'byte_length', 'mime'])
    .executeTakeFirst()
  if (!stored) return null
  const span = { offset: stored.byte_offset, length: stored.byte_length }
  const bytes = await images.readBytes(stored.object_hash, span).catch(() => null)
  if (!bytes || stored.mime === 'image/jpeg') return bytes
  return sharp(bytes, { limitInputPixels: PIXEL_LIMIT })
    .flatten({ background: '#fff' })
    .jpeg({ quality: 70 })
    .toBuffer()
    .catch(() => null)
}
