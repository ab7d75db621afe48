import { type Db, inTurn, isOneOf, readingLists, type Turn } from '@hengjuan/db'
import type { Services } from '../../../services.ts'
import type { UnitRow } from '../engine/unit-facts.ts'

interface ImageSize {
  width_px: number
  height_px: number
}

/** More images than are looked at in an hour; then it begins anew. */
const MOST = 100_000

/** Sizes of images by hash: what has a hash never changes. */
const sizesKnown = new WeakMap<Services, Map<string, ImageSize>>()

function knownTo(services: Services): Map<string, ImageSize> {
  let known = sizesKnown.get(services)
  if (!known || known.size > MOST) sizesKnown.set(services, (known = new Map()))
  return known
}

/** Hashes of the parts of a paper, in order. */
export const hashesOf = ({ images }: Pick<UnitRow, 'images'>): string[] =>
  images === '[]' ? [] : (JSON.parse(images) as string[])

/** Asks for the sizes of the images of papers that are about to be shown, together with something else. */
export function sizesAhead(
  db: Db,
  services: Services,
  units: readonly Pick<UnitRow, 'images'>[],
): Turn<void> {
  const known = knownTo(services)
  const hashes = [...new Set(units.flatMap(hashesOf))].filter((hash) => !known.has(hash))
  if (hashes.length === 0)
    return { statement: null, resultOf: () => undefined, run: async () => undefined }
  const { statement, resultOf, run } = readingLists(db, 'image sizes', { hashes }, (given) => ({
    sizes: db
      .selectFrom('image')
      .select(['hash', 'width_px', 'height_px'])
      .where(isOneOf(db, 'hash', given.hashes)),
  }))
  const keep = ({ sizes }: ReturnType<typeof resultOf>) => {
    for (const { hash, width_px, height_px } of sizes) known.set(hash, { width_px, height_px })
  }
  return { statement, resultOf: (rows) => keep(resultOf(rows)), run: async () => keep(await run()) }
}

/** The sizes of the images of papers, by hash. */
export async function sizesOf(
  db: Db,
  services: Services,
  units: readonly Pick<UnitRow, 'images'>[],
): Promise<ReadonlyMap<string, ImageSize>> {
  const known = knownTo(services)
  await inTurn(db, [sizesAhead(db, services, units)])
  return known
}
