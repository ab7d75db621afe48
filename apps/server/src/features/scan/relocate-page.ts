import { sha256Hex } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import { AppError, type PageReading, type TemplatePage } from '@hengjuan/domain'
import { createReader, cropQuality, cropRegions, PageFileError, type Reader } from '@hengjuan/omr'
import { Readable } from 'node:stream'
import { isoNow } from '../../clock.ts'
import type { Services } from '../../services.ts'
import { requireTemplate, type Scope } from './facts.query.ts'
import { flatnessMm } from './judge/flatness.ts'
import { insertImages } from './receive-sheet.ts'
import { requireSheet } from './sheet.query.ts'

/** Where a person says that printed anchors lie, image pixels. */
export interface ClickedAnchor {
  id: string
  x_px: number
  y_px: number
}

interface Relocation extends Scope {
  sheetId: string
  pageSeq: number
  page: number
  anchors: readonly ClickedAnchor[]
}

export interface Reread {
  reading: PageReading
  crops: CutCrop[]
}

interface CutCrop {
  regionId: string
  blockKey: string | null
  part: number
  inkRatio: number
  widthPx: number
  heightPx: number
  bytes: Uint8Array
}

/** One page at a time: the reader reuses its buffers. */
let queue: Promise<unknown> = Promise.resolve()
let reader: Reader | undefined

/**
 * Reads a stored page again with the geometry that a person pointed out, and cuts its answer areas.
 *
 * @throws AppError SCAN_SHEET_NOT_FOUND, SCAN_IMAGE_INVALID, SCAN_RELOCATE_FAILED
 */
export function rereadPage(services: Services, given: Relocation): Promise<Reread> {
  const work = queue.then(() => readAgain(services, given))
  queue = work.catch(() => undefined)
  return work
}

async function readAgain(services: Services, given: Relocation): Promise<Reread> {
  const { db, images } = services
  await requireSheet(db, given, given.sheetId)
  const { template } = await requireTemplate(db, given)
  const planned = template.pages.find(({ page }) => page === given.page)
  const stored = await db
    .selectFrom('scan_page')
    .innerJoin('image', 'image.hash', 'scan_page.image_hash')
    .where('sheet_id', '=', given.sheetId)
    .where('seq', '=', given.pageSeq)
    .select(['object_hash', 'byte_offset', 'byte_length'])
    .executeTakeFirst()
  if (!planned || !stored) throw new AppError('SCAN_SHEET_NOT_FOUND')
  refuseIfCrooked(planned, given.anchors)
  const bytes = await images.readBytes(stored.object_hash, {
    offset: stored.byte_offset,
    length: stored.byte_length,
  })
  reader ??= createReader()
  const { reading, gray } = await reader
    .readPage(bytes, template, {
      page: given.page,
      anchors: given.anchors.map(({ id, x_px, y_px }) => ({ id, xPx: x_px, yPx: y_px })),
    })
    .catch((cause: unknown) => {
      if (cause instanceof PageFileError) throw new AppError('SCAN_IMAGE_INVALID').withCause(cause)
      throw cause
    })
  if (reading.status === 'rejected' || reading.page === null)
    throw new AppError('SCAN_RELOCATE_FAILED', {
      residual: reading.registration?.residualMm.toFixed(2) ?? '？',
    })
  const crops: CutCrop[] = []
  for (const crop of cropRegions(gray, planned, reading))
    crops.push({
      regionId: crop.id,
      blockKey: crop.blockKey,
      part: crop.part,
      inkRatio: reading.regions.find(({ id }) => id === crop.id)?.inkRatio ?? 0,
      widthPx: crop.gray.width,
      heightPx: crop.gray.height,
      bytes: await reader.codec.encodeJpeg(crop.gray, cropQuality),
    })
  return { reading, crops }
}

/** Scanners and hurried clicks bend a page by less. */
const CROOKED_MM = 3

/** Four points that lie on no flat page are slips of the hand. */
function refuseIfCrooked(page: TemplatePage, clicked: readonly ClickedAnchor[]): void {
  const pairs = clicked.flatMap(({ id, x_px, y_px }) => {
    const anchor = page.anchors.find((one) => one.id === id)
    return anchor ? [{ xMm: anchor.xMm, yMm: anchor.yMm, xPx: x_px, yPx: y_px }] : []
  })
  const off = pairs.length < 4 ? Infinity : flatnessMm(pairs)
  if (off > CROOKED_MM)
    throw new AppError('SCAN_RELOCATE_FAILED', { residual: off < 1000 ? off.toFixed(1) : '？' })
}

/** Puts the crops of a new reading into the image store. @returns where they are */
export async function storeCrops(services: Services, crops: readonly CutCrop[]) {
  if (crops.length === 0) return null
  const whole = Buffer.concat(crops.map(({ bytes }) => bytes))
  const hash = await sha256Hex(whole)
  await services.images.put(Readable.from([whole]), hash, whole.length)
  let offset = 0
  const images = []
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

/** Appends the new reading and its crops. @returns the number of the run */
export async function insertReread(
  db: Db,
  services: Services,
  given: { sheetId: string; pageSeq: number },
  { reading, crops }: Reread,
  stored: Awaited<ReturnType<typeof storeCrops>>,
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
