import type { OmrTemplate } from '@hengjuan/domain'
import type { StationContext } from '../context.ts'
import { findBatch } from '../store/batch.store.ts'
import { type ImageRow, selectSheetImages } from '../store/image.store.ts'
import type { SheetWithUpload } from '../store/sheet.store.ts'
import { buildContainer } from './build-container.ts'
import { groupPages } from './group-pages.ts'
import { type RosterEntry, viewSheet } from './sheet-findings.ts'

/**
 * Packs a sheet again and puts it back in line for upload: after its pages were read again, or because
 * its file or its id could not be used.
 *
 * @param options.newId gives the sheet another id, when the server knows the old one as another sheet
 */
export async function remakeSheet(
  station: StationContext,
  row: SheetWithUpload,
  options: {
    stationName: string
    template: OmrTemplate
    roster: ReadonlyMap<string, RosterEntry> | null
    newId: boolean
  },
): Promise<string> {
  const { db, spool } = station
  const batch = findBatch(db, row.batch_id)
  if (!batch) throw new Error(`sheet ${row.id} has no batch`)
  const images = selectSheetImages(db, row.id).filter((image) => image.page_seq !== null)
  const sheetId = options.newId ? station.newId() : row.id
  const { bytes, sha256 } = await buildContainer(
    spool,
    {
      sheet_id: sheetId,
      exam_id: batch.exam_id,
      subject_id: batch.subject_id,
      batch_id: batch.id,
      batch_label: batch.label,
      station: options.stationName,
      seq: row.seq,
      template_id: options.template.id,
      scanned_at: row.scanned_at,
    },
    images,
  )
  await spool.putContainer(sha256, bytes)
  const view = viewSheet({
    pages: await Promise.all(
      images.map(async (image, at) => ({
        seq: at + 1,
        reading: (await spool.readPage(image.id)).reading,
      })),
    ),
    missing: missingOf(images, options.template.pages.length),
    roster: options.roster,
  })
  const findings = JSON.stringify(view.findings)
  db.transaction(() => {
    // The sheet's id is referred to by its pictures and its upload, which follow below.
    db.pragma('defer_foreign_keys = ON')
    db.prepare(
      'update sheet set id = ?, exam_no = ?, candidate_name = ?, findings = ? where id = ?',
    ).run(sheetId, view.examNo, view.candidate?.name ?? null, findings, row.id)
    db.prepare('update image set sheet_id = ? where sheet_id = ?').run(sheetId, row.id)
    db.prepare(
      `update outbox set sheet_id = ?, sha256 = ?, bytes = ?, state = 'waiting', tries = 0, unsure = 0,
         error_code = null, error_message = null where sheet_id = ?`,
    ).run(sheetId, sha256, bytes.length, row.id)
  }).immediate()
  if (sha256 !== row.sha256) await spool.dropContainer(row.sha256)
  return sheetId
}

/** By position within the sheet: it stays one sheet, whatever its pages turn out to be. */
function missingOf(images: readonly ImageRow[], pageCount: number): number[] {
  const [first] = groupPages(
    images.map(({ id, kind, page }) => ({ id, kind: kind ?? 'lost', page })),
    pageCount,
  )
  return first?.missing ?? []
}
