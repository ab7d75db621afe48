import type { Readable } from 'node:stream'
import {
  type ContainerImage,
  decodeSheetContainer,
  SHEET_CONTAINER,
  type SheetManifest,
} from '@hengjuan/contracts'
import { type Db, isUniqueViolation, transact } from '@hengjuan/db'
import { AppError } from '@hengjuan/domain'
import sharp from 'sharp'
import { isoNow } from '../../clock.ts'
import type { Services } from '../../services.ts'
import { type BoundTemplate, requireTemplate, type Scope } from './facts.query.ts'
import { FIRST_RUN } from './judge/run-in-use.ts'
import { refuseIfPublished } from './published.ts'
import { lockSubject, settleSheets } from './settle-sheets.ts'
import { selectOpenCategories } from './sheet.query.ts'

/** An upload as it arrives. */
export interface Upload extends Scope {
  sheetId: string
  /** What the sender says the bytes hash to. */
  sha256: string
  body: Readable
  operatorId: number
}

export interface Receipt {
  sheet_id: string
  sha256: string
  received_at: string
  duplicate: boolean
  exceptions: string[]
}

/** A3 at 600 dpi has 70 million pixels; nothing larger is a scan of a sheet. */
const PIXEL_LIMIT = 120_000_000

/**
 * Takes in one sheet. When this resolves, its bytes are on disk and its rows are committed.
 *
 * The same sheet sent again answers with the first receipt. Whatever is wrong with the content is
 * found before a row is written.
 *
 * @throws AppError as listed with the call
 */
export async function receiveSheet(services: Services, upload: Upload): Promise<Receipt> {
  try {
    const known = await findReceipt(services.db, upload)
    if (known) return known
    await refuseIfPublished(services.db, upload.examId)
    const template = await requireTemplate(services.db, upload)
    await services.images.put(upload.body, upload.sha256, SHEET_CONTAINER.maxBytes)
    const manifest = await openContainer(services, upload, template)
    return await storeSheet(services, upload, manifest)
  } finally {
    // What is refused early is still read to its end: the sender then sees the answer.
    upload.body.resume()
  }
}

async function findReceipt(db: Db, upload: Upload): Promise<Receipt | undefined> {
  const row = await db
    .selectFrom('scan_sheet')
    .select(['exam_id', 'subject_id', 'content_hash', 'received_at'])
    .where('id', '=', upload.sheetId)
    .executeTakeFirst()
  if (!row) return undefined
  const same =
    row.content_hash === upload.sha256 &&
    row.exam_id === upload.examId &&
    row.subject_id === upload.subjectId
  if (!same) throw new AppError('SCAN_SHEET_ID_CONFLICT', { sheetId: upload.sheetId })
  return {
    sheet_id: upload.sheetId,
    sha256: row.content_hash,
    received_at: row.received_at,
    duplicate: true,
    exceptions: await selectOpenCategories(db, upload.sheetId),
  }
}

/** Reads the stored container and checks it against what was announced. */
async function openContainer(
  services: Services,
  upload: Upload,
  { template, version }: BoundTemplate,
): Promise<SheetManifest> {
  const { manifest, imageOf } = await decodeSheetContainer(
    await services.images.readBytes(upload.sha256),
  )
  const announced =
    manifest.sheet_id === upload.sheetId &&
    manifest.exam_id === upload.examId &&
    manifest.subject_id === upload.subjectId
  if (!announced) throw new AppError('SCAN_CONTAINER_INVALID', { reason: '编号与上传地址不一致' })
  const readWith = new Set([
    manifest.template_id,
    ...manifest.pages.map(({ reading }) => reading.templateId),
  ])
  if (readWith.size > 1 || !readWith.has(template.id))
    throw new AppError('SCAN_TEMPLATE_OUTDATED', { version })
  for (const { image } of [...manifest.pages, ...manifest.crops])
    await checkPicture(imageOf(image), image)
  return manifest
}

/** The sizes in the manifest are what positions refer to, so they must be the picture's own. */
async function checkPicture(bytes: Uint8Array, said: ContainerImage): Promise<void> {
  const real = await sharp(bytes, { limitInputPixels: PIXEL_LIMIT })
    .metadata()
    .catch((cause: unknown) => {
      throw new AppError('SCAN_IMAGE_INVALID').withCause(cause)
    })
  if (real.width !== said.width_px || real.height !== said.height_px)
    throw new AppError('SCAN_IMAGE_INVALID')
}

async function storeSheet(
  services: Services,
  upload: Upload,
  manifest: SheetManifest,
): Promise<Receipt> {
  const received = isoNow(services.clock)
  try {
    return await transact(services.db, async (db) => {
      await lockSubject(db, upload)
      const known = await findReceipt(db, upload)
      if (known) return known
      await refuseIfPublished(db, upload.examId)
      await openBatch(db, upload, manifest, received)
      await insertSheet(db, upload, manifest, received)
      await settleSheets(db, services, upload, { sheetIds: [upload.sheetId], decision: null })
      return {
        sheet_id: upload.sheetId,
        sha256: upload.sha256,
        received_at: received,
        duplicate: false,
        exceptions: await selectOpenCategories(db, upload.sheetId),
      }
    })
  } catch (error) {
    // The same number for another subject at the same moment.
    const known = isUniqueViolation(error) ? await findReceipt(services.db, upload) : undefined
    if (known) return known
    throw error
  }
}

async function openBatch(
  db: Db,
  upload: Upload,
  manifest: SheetManifest,
  now: string,
): Promise<void> {
  await db
    .insertInto('scan_batch')
    .values({
      id: manifest.batch_id,
      exam_id: upload.examId,
      subject_id: upload.subjectId,
      station: manifest.station,
      operator_id: upload.operatorId,
      label: manifest.batch_label,
      opened_at: now,
      closed_at: null,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  const batch = await db
    .selectFrom('scan_batch')
    .select(['exam_id', 'subject_id', 'label', 'closed_at'])
    .where('id', '=', manifest.batch_id)
    .executeTakeFirstOrThrow()
  if (batch.exam_id !== upload.examId || batch.subject_id !== upload.subjectId)
    throw new AppError('SCAN_CONTAINER_INVALID', { reason: '批次属于别的科目' })
  if (batch.closed_at) throw new AppError('SCAN_BATCH_CLOSED', { batchName: batch.label })
}

async function insertSheet(
  db: Db,
  upload: Upload,
  manifest: SheetManifest,
  now: string,
): Promise<void> {
  const { sheetId } = upload
  await db
    .insertInto('scan_sheet')
    .values({
      id: sheetId,
      exam_id: upload.examId,
      subject_id: upload.subjectId,
      batch_id: manifest.batch_id,
      seq: manifest.seq,
      content_hash: upload.sha256,
      machine_exam_no: null,
      candidate_id: null,
      identity_source: null,
      state: 'active',
      void_reason: null,
      received_at: now,
      version: 1,
    })
    .execute()
  await insertImages(
    db,
    upload.sha256,
    [...manifest.pages, ...manifest.crops].map(({ image }) => image),
    now,
  )
  await db
    .insertInto('scan_page')
    .values(
      manifest.pages.map(({ seq, image, reading }) => ({
        sheet_id: sheetId,
        seq,
        page: reading.page,
        image_hash: image.sha256,
        width_px: image.width_px,
        height_px: image.height_px,
      })),
    )
    .execute()
  await db
    .insertInto('recognition')
    .values(
      manifest.pages.map(({ seq, reading }) => ({
        sheet_id: sheetId,
        page_seq: seq,
        run: FIRST_RUN,
        engine: reading.engine,
        reading: JSON.stringify(reading),
        created_at: now,
      })),
    )
    .execute()
  if (manifest.crops.length === 0) return
  await db
    .insertInto('sheet_crop')
    .values(
      manifest.crops.map((crop) => ({
        sheet_id: sheetId,
        page_seq: crop.page_seq,
        region_id: crop.region_id,
        block_key: crop.block_key,
        part: crop.part,
        image_hash: crop.image.sha256,
        width_px: crop.image.width_px,
        height_px: crop.image.height_px,
        ink_ratio: crop.ink_ratio,
        run: FIRST_RUN,
      })),
    )
    .execute()
}

/** Lists the images that lie in a stored object; an image that is known stays where it is. */
export async function insertImages(
  db: Db,
  objectHash: string,
  images: readonly ContainerImage[],
  now: string,
): Promise<void> {
  const unique = new Map(images.map((image) => [image.sha256, image]))
  if (unique.size === 0) return
  await db
    .insertInto('image')
    .values(
      [...unique.values()].map((image) => ({
        hash: image.sha256,
        object_hash: objectHash,
        byte_offset: image.offset,
        byte_length: image.length,
        mime: image.mime,
        width_px: image.width_px,
        height_px: image.height_px,
        created_at: now,
      })),
    )
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .execute()
}
