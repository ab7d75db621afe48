import { SCAN_EXCEPTIONS, type ScanExceptionCategory } from '@hengjuan/domain'
import type { BatchState } from '../bridge/batch-api.ts'
import type { ProblemImage, SheetDetail, SheetSummary } from '../bridge/sheet-api.ts'
import type { Finding } from './store/sheet-notes.ts'
import type { Spool } from './spool.ts'
import { type BatchRow, countBatch } from './store/batch.store.ts'
import { selectProblemImages, selectSheetImages } from './store/image.store.ts'
import { isUndecided } from './store/stack-twice.ts'
import { countLotSheets, selectLots } from './store/lot.store.ts'
import type { Store } from './store/open-store.ts'
import type { SheetWithUpload } from './store/sheet.store.ts'

/** Rows of the store in the words of the screen. */
export function describeBatch(db: Store, batch: BatchRow): BatchState {
  const { template_sha256: _, id, is_mixed, twice, ...rest } = batch
  const counts = countBatch(db, id)
  const sheetsOf = countLotSheets(db, id)
  const { exceptional } = db
    .prepare(
      `select count(*) as exceptional from sheet join outbox on outbox.sheet_id = sheet.id
       where sheet.batch_id = ? and (sheet.findings <> '[]' or outbox.state = 'refused')`,
    )
    .get(id) as { exceptional: number }
  return {
    batch_id: id,
    ...rest,
    ...counts,
    exceptions: exceptional + counts.unreadable + counts.duplicates + counts.held,
    is_mixed: is_mixed === 1,
    in_tray: counts.in_tray + (isUndecided(twice) ? 1 : 0),
    subjects: selectLots(db, id).map(({ subject_id, subject_name }) => ({
      subject_id,
      subject_name,
      sheets: sheetsOf.get(subject_id) ?? 0,
    })),
  }
}

export function describeSheet(row: SheetWithUpload): SheetSummary {
  const findings = JSON.parse(row.findings) as Finding[]
  return {
    sheet_id: row.id,
    seq: row.seq,
    scanned_at: row.scanned_at,
    pictures_cleared_at: row.pictures_cleared_at,
    subject_id: row.subject_id,
    exam_no: row.exam_no,
    candidate_name: row.candidate_name,
    image_count: row.image_count,
    cover_id: row.cover_id,
    upload: row.state,
    upload_tries: row.tries,
    upload_message: row.error_message ?? '',
    upload_code: row.error_code,
    findings: findings.map((finding) => ({
      ...finding,
      label: SCAN_EXCEPTIONS[finding.category].label,
    })),
    server_exceptions: knownCategories(row.server_exceptions),
  }
}

/** A newer server may name categories that this station has never heard of. */
const knownCategories = (json: string | null): ScanExceptionCategory[] =>
  (JSON.parse(json ?? '[]') as string[]).filter((name): name is ScanExceptionCategory =>
    Object.hasOwn(SCAN_EXCEPTIONS, name),
  )

export async function describeSheetDetail(
  db: Store,
  spool: Spool,
  row: SheetWithUpload,
): Promise<SheetDetail> {
  // What was read of a page goes with its picture.
  const images = selectSheetImages(db, row.id).filter(
    (image) => image.page_seq !== null && image.cleared_at === null,
  )
  return {
    ...describeSheet(row),
    batch_id: row.batch_id,
    sha256: row.sha256,
    bytes: row.bytes,
    received_at: row.received_at,
    pages: await Promise.all(
      images.map(async (image) => ({
        image_id: image.id,
        page_seq: image.page_seq ?? 0,
        name: image.name,
        width_px: image.width_px ?? 0,
        height_px: image.height_px ?? 0,
        reading: (await spool.readPage(image.id)).reading,
      })),
    ),
  }
}

export const describeProblemImages = (db: Store, batchId: string): ProblemImage[] =>
  selectProblemImages(db, batchId).map((image) => ({
    image_id: image.id,
    name: image.name,
    kind: image.state === 'duplicate' ? 'duplicate' : 'unreadable',
    reason: image.reason,
    taken_at: image.taken_at,
  }))
