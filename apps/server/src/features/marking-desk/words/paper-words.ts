import type { paperWords, ReplyOf } from '@hengjuan/contracts'
import type { PageReading, TemplatePage } from '@hengjuan/domain'
import { AppError } from '@hengjuan/domain'
import type { Services } from '../../../services.ts'
import { factsOf, selectBlockRules } from '../../marking-core/index.ts'
import { liesIn, selectCrops, selectPages, selectReadings } from './word-grids.query.ts'
import { type RulerPart, wordsOnParts } from './word-ruler.ts'

/**
 * The words of a composition that the caller holds or has read. Says nothing else about the paper.
 *
 * @throws AppError MARKING_NOT_YOUR_READING
 */
export async function wordsOfPaper(
  { db }: Services,
  own: { blockId: number; readingId: number; markerId: number },
): Promise<ReplyOf<typeof paperWords>> {
  const unit = await db
    .selectFrom('reading')
    .innerJoin('unit', 'unit.id', 'reading.unit_id')
    .where('reading.id', '=', own.readingId)
    .where('reading.block_id', '=', own.blockId)
    .where('reading.marker_id', '=', own.markerId)
    .select(['unit.images', 'unit.facts'])
    .executeTakeFirst()
  if (!unit) throw new AppError('MARKING_NOT_YOUR_READING')
  const { block, settings } = await selectBlockRules(db, own.blockId)
  const least = settings.wordsLeast
  const { sheetId } = factsOf(unit)
  if (sheetId === null) return { least, words: null }
  const hashes = JSON.parse(unit.images) as string[]
  const crops = new Map(
    (await selectCrops(db, sheetId, hashes)).map((crop) => [crop.image_hash, crop]),
  )
  const readings = await selectReadings(db, sheetId)
  const pages = await selectPages(db, block)
  const parts = hashes.flatMap((hash, part) => {
    const crop = crops.get(hash)
    const reading = crop && readings.get(crop.page_seq)
    return reading ? partsOf(part, crop, reading, pages) : []
  })
  return { least, words: parts.length === 0 ? null : wordsOnParts(parts, least) }
}

interface Crop {
  region_id: string
  width_px: number
  height_px: number
}

/** The grids of one image: those read on its page that lie within its area. */
function partsOf(
  part: number,
  crop: Crop,
  reading: PageReading,
  pages: readonly TemplatePage[],
): RulerPart[] {
  const area = reading.regions.find(({ id }) => id === crop.region_id)
  const page = printOf(
    pages.find((one) => one.regions.some(({ id }) => id === crop.region_id)),
    reading,
  )
  const region = page?.regions.find(({ id }) => id === crop.region_id)
  return (reading.wordGrids ?? []).flatMap((counted) => {
    const printed = page?.wordGrids?.find(({ id }) => id === counted.id)
    const isHere =
      printed && region
        ? liesIn(printed, region)
        : area?.blockKey === counted.blockKey && area.part === counted.part
    if (!isHere) return []
    return [
      {
        part,
        characters: counted.characters,
        written: counted.writtenCells,
        place:
          printed && region
            ? { grid: printed, region, widthPx: crop.width_px, heightPx: crop.height_px }
            : null,
      },
    ]
  })
}

/** The page as it was printed when this paper was: squares may lie elsewhere today. */
const printOf = (page: TemplatePage | undefined, { pageCode }: PageReading) =>
  page?.earlier?.find((print) => print.pageCode?.bits === pageCode?.bits) ?? page
