import { AppError, type OmrTemplate, type PageReading } from '@hengjuan/domain'
import { createReaderPool, PageFileError, type ReaderPool, type ReadOptions } from '@hengjuan/omr'
import type { Db } from '@hengjuan/db'
import type { Services } from '../../services.ts'
import { selectLiveDecisions } from './facts.query.ts'
import { pictureInUse } from './judge/run-in-use.ts'

/** A reading of a stored page, with the answer areas cut by it; none from a rejected page. */
export interface Reread {
  reading: PageReading
  crops: CutCrop[]
}

export interface CutCrop {
  regionId: string
  blockKey: string | null
  part: number
  inkRatio: number
  widthPx: number
  heightPx: number
  bytes: Uint8Array
}

/** One thread for each server: markers come first. Made when it is first needed. */
const pools = new WeakMap<Services, ReaderPool>()

function poolOf(services: Services): ReaderPool {
  const known = pools.get(services)
  if (known) return known
  const made = createReaderPool({ size: 1 })
  pools.set(services, made)
  return made
}

/** Ends the thread; what waits for it is refused. */
export async function closePageReader(services: Services): Promise<void> {
  await pools.get(services)?.close()
  pools.delete(services)
}

/** The picture of a scanned page, or the one that was put in its place. @throws AppError SCAN_SHEET_NOT_FOUND, IMAGE_NOT_FOUND */
export async function loadPage(
  db: Db,
  services: Services,
  sheetId: string,
  pageSeq: number,
): Promise<Uint8Array> {
  const decisions = await selectLiveDecisions(db, { sheetIds: [sheetId] })
  const replaced = pictureInUse(decisions, pageSeq)?.value.image?.hash
  const stored = await db
    .selectFrom('scan_page')
    .innerJoin('image', (join) =>
      replaced === undefined
        ? join.onRef('image.hash', '=', 'scan_page.image_hash')
        : join.on('image.hash', '=', replaced),
    )
    .where('sheet_id', '=', sheetId)
    .where('seq', '=', pageSeq)
    .select(['object_hash', 'byte_offset', 'byte_length'])
    .executeTakeFirst()
  if (!stored) throw new AppError('SCAN_SHEET_NOT_FOUND')
  return services.images.readBytes(stored.object_hash, {
    offset: stored.byte_offset,
    length: stored.byte_length,
  })
}

/** Reads a page's picture and cuts its answer areas. @throws AppError SCAN_IMAGE_INVALID */
export async function readPicture(
  services: Services,
  bytes: Uint8Array,
  template: OmrTemplate,
  options: ReadOptions = {},
): Promise<Reread> {
  const { reading, crops } = await poolOf(services)
    .read({ bytes, template, options: { ...options, thumbnailPx: 0 } })
    .catch((cause: unknown) => {
      if (cause instanceof PageFileError) throw new AppError('SCAN_IMAGE_INVALID').withCause(cause)
      throw cause
    })
  return {
    reading,
    crops: crops.map((crop) => ({
      regionId: crop.id,
      blockKey: crop.blockKey,
      part: crop.part,
      inkRatio: reading.regions.find(({ id }) => id === crop.id)?.inkRatio ?? 0,
      widthPx: crop.widthPx,
      heightPx: crop.heightPx,
      bytes: crop.jpeg,
    })),
  }
}
