import { type Db, isOneOf } from '@hengjuan/db'
import type { UnitRow } from '../engine/unit-facts.ts'

interface ImageSize {
  width_px: number
  height_px: number
}

/** Hashes of the parts of a paper, in order. */
export const hashesOf = ({ images }: Pick<UnitRow, 'images'>): string[] =>
  images === '[]' ? [] : (JSON.parse(images) as string[])

/** The sizes of the images of papers, by hash. */
export async function selectImageSizes(
  db: Db,
  units: readonly Pick<UnitRow, 'images'>[],
): Promise<Map<string, ImageSize>> {
  const hashes = [...new Set(units.flatMap(hashesOf))]
  if (hashes.length === 0) return new Map()
  const sizes = await db
    .selectFrom('image')
    .select(['hash', 'width_px', 'height_px'])
    .where(isOneOf(db, 'hash', hashes))
    .execute()
  return new Map(sizes.map(({ hash, ...size }) => [hash, size]))
}
