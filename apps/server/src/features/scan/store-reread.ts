import { Readable } from 'node:stream'
import { type ContainerImage, sha256Hex } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import { isoNow } from '../../clock.ts'
import type { Services } from '../../services.ts'
import type { CutCrop, Reread } from './page-reader.ts'
import { insertImages } from './receive-sheet.ts'

/** An object of the image store with the crops of one page, in the order in which they were cut. */
export interface StoredCrops {
  hash: string
  images: readonly ContainerImage[]
}

/** Puts the crops of a new reading into the image store. @returns where they are */
export async function storeCrops(
  services: Services,
  crops: readonly CutCrop[],
): Promise<StoredCrops | null> {
  if (crops.length === 0) return null
  const whole = Buffer.concat(crops.map(({ bytes }) => bytes))
  const hash = await sha256Hex(whole)
  await services.images.put(Readable.from([whole]), hash, whole.length)
  let offset = 0
  const images: ContainerImage[] = []
  for (const crop of crops) {
    images.push({
      offset,
      length: crop.bytes.length,
      sha256: await sha256Hex(crop.bytes),
      mime: 'image/jpeg' as const,
      width_px: crop.widthPx,
      height_px: crop.heightPx,
    })
    offset += crop.bytes.length
  }
  return { hash, images }
}

/**
 * Appends a new reading and its crops.
 *
 * @param keepOf a run whose crops are taken over for regions that were not cut again
 * @returns the number of the run
 */
export async function insertReread(
  db: Db,
  services: Services,
  given: { sheetId: string; pageSeq: number },
  { reading, crops }: Reread,
  stored: StoredCrops | null,
  keepOf?: number,
): Promise<number> {
  const now = isoNow(services.clock)
  const last = await db
    .selectFrom('recognition')
    .select(({ fn }) => fn.max('run').as('run'))
    .where('sheet_id', '=', given.sheetId)
    .where('page_seq', '=', given.pageSeq)
    .executeTakeFirst()
  const run = Number(last?.run ?? 0) + 1
  await db
    .insertInto('recognition')
    .values({
      sheet_id: given.sheetId,
      page_seq: given.pageSeq,
      run,
      engine: reading.engine,
      reading: JSON.stringify(reading),
      created_at: now,
    })
    .execute()
  if (keepOf !== undefined) await copyCrops(db, given, { from: keepOf, to: run, cut: crops })
  if (!stored) return run
  await insertImages(db, stored.hash, stored.images, now)
  await db
    .insertInto('sheet_crop')
    .values(
      crops.map((crop, at) => ({
        sheet_id: given.sheetId,
        page_seq: given.pageSeq,
        region_id: crop.regionId,
        block_key: crop.blockKey,
        part: crop.part,
        image_hash: stored.images[at]?.sha256 ?? '',
        width_px: crop.widthPx,
        height_px: crop.heightPx,
        ink_ratio: crop.inkRatio,
        run,
      })),
    )
    .execute()
  return run
}

async function copyCrops(
  db: Db,
  given: { sheetId: string; pageSeq: number },
  runs: { from: number; to: number; cut: readonly CutCrop[] },
): Promise<void> {
  const rows = await db
    .selectFrom('sheet_crop')
    .select(['sheet_id', 'page_seq', 'region_id', 'block_key', 'part'])
    .select(['image_hash', 'width_px', 'height_px', 'ink_ratio'])
    .where('sheet_id', '=', given.sheetId)
    .where('page_seq', '=', given.pageSeq)
    .where('run', '=', runs.from)
    .execute()
  const kept = rows.filter(
    ({ region_id }) => !runs.cut.some(({ regionId }) => regionId === region_id),
  )
  if (kept.length === 0) return
  await db
    .insertInto('sheet_crop')
    .values(kept.map((row) => ({ ...row, run: runs.to })))
    .execute()
}
