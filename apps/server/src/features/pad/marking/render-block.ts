import { isOneOf } from '@hengjuan/db'
import { type AnswerPart, answerPage } from '@hengjuan/sheet'
import sharp from 'sharp'
import type { Services } from '../../../services.ts'
import { type StoredPicture, storeWebp } from '../store-picture.ts'

const QUALITY = 86

/** One picture of what was answered in a block, stored where cuts of scanned sheets are. */
export async function renderBlock(
  services: Services,
  parts: readonly AnswerPart[],
  photos: readonly string[],
): Promise<StoredPicture> {
  const page = answerPage(parts)
  const layers = []
  for (const [index, hash] of photos.entries()) {
    const place = page.photos[index]
    if (!place) continue
    const bytes = await sharp(await services.images.readBytes(hash))
      .resize({ width: place.width, height: place.height, fit: 'fill' })
      .png()
      .toBuffer()
    layers.push({ input: bytes, left: place.x, top: place.y })
  }
  const bytes = await sharp(Buffer.from(page.svg), { unlimited: true })
    .resize({ width: page.widthPx, height: page.heightPx, fit: 'fill' })
    .composite(layers)
    .webp({ quality: QUALITY, effort: 2 })
    .toBuffer()
  return storeWebp(services, bytes, { width_px: page.widthPx, height_px: page.heightPx })
}

/** Sizes of pictures by their hashes. */
export async function selectSizes({ db }: Services, hashes: readonly string[]) {
  if (hashes.length === 0) return new Map<string, { width_px: number; height_px: number }>()
  const rows = await db
    .selectFrom('image')
    .where(isOneOf(db, 'hash', hashes))
    .select(['hash', 'width_px', 'height_px'])
    .execute()
  return new Map(rows.map((row) => [row.hash, row]))
}
