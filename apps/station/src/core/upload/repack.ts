import type { StationContext } from '../context.ts'
import { buildContainer } from '../sheets/build-container.ts'
import { findBatch } from '../store/batch.store.ts'
import { selectSheetImages } from '../store/image.store.ts'
import { selectLots } from '../store/lot.store.ts'
import type { WaitingUpload } from '../store/outbox.store.ts'
import { findSheetWithUpload } from '../store/sheet.store.ts'

/**
 * Packs a sheet again exactly as it was: containers of acknowledged sheets are not kept, and a server can
 * lose what it had.
 *
 * @returns null when the pages no longer give the same bytes
 */
export async function repackSheet(
  { db, spool }: StationContext,
  upload: WaitingUpload,
  options: { stationName: string; templateIdOf: (sha256: string) => string | null },
): Promise<Uint8Array<ArrayBuffer> | null> {
  const sheet = findSheetWithUpload(db, upload.sheet_id)
  const batch = sheet && findBatch(db, sheet.batch_id)
  if (!batch) return null
  const lot = selectLots(db, batch.id).find(({ subject_id }) => subject_id === sheet.subject_id)
  const template_id = lot ? options.templateIdOf(lot.template_sha256) : null
  if (template_id === null) return null
  const images = selectSheetImages(db, sheet.id).filter((image) => image.page_seq !== null)
  const { bytes, sha256 } = await buildContainer(
    spool,
    {
      sheet_id: sheet.id,
      exam_id: batch.exam_id,
      subject_id: sheet.subject_id,
      batch_id: sheet.upload_batch_id,
      batch_label: batch.label,
      station: options.stationName,
      seq: sheet.seq,
      template_id,
      scanned_at: sheet.scanned_at,
    },
    images,
  )
  return sha256 === upload.sha256 ? new Uint8Array(bytes) : null
}
