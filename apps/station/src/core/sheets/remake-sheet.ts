import type { OmrTemplate } from '@hengjuan/domain'
import { withdrawSheetActions } from '../store/action-outbox.store.ts'
import type { StationContext } from '../context.ts'
import { findBatch, isOpenNow } from '../store/batch.store.ts'
import { type ImageRow, selectSheetImages } from '../store/image.store.ts'
import type { Store } from '../store/open-store.ts'
import { insertSuperseded } from '../store/superseded.store.ts'
import { findSheetWithUpload, type SheetWithUpload } from '../store/sheet.store.ts'
import { groupLeaves } from './group-pages.ts'
import { pageOf } from './loose-leaves.ts'
import { packSheet } from './pack-sheet.ts'
import type { RosterEntry } from './sheet-findings.ts'

/**
 * Packs a sheet again and puts it back in line for upload: after its pages were read or scanned again, or
 * because its file or its id could not be used.
 *
 * @param options.newId gives the sheet another id, when the server knows the old one as another sheet
 * @param options.pictures other pictures than it has now, and what puts them in, in the same transaction;
 *   it answers false when they are not to be put in after all
 * @param options.supersede takes the old one out of use on the server once the new one is there
 */
export async function remakeSheet(
  station: StationContext,
  row: SheetWithUpload,
  options: {
    stationName: string
    template: OmrTemplate
    roster: ReadonlyMap<string, RosterEntry> | null
    newId: boolean
    supersede?: boolean
    pictures?: { images: readonly ImageRow[]; put: () => boolean }
  },
): Promise<string> {
  const { db, spool } = station
  const batch = findBatch(db, row.batch_id)
  if (!batch) throw new Error(`sheet ${row.id} has no batch`)
  const images =
    options.pictures?.images ??
    selectSheetImages(db, row.id).filter((image) => image.page_seq !== null)
  const wasKnown = row.state === 'acked' || row.unsure === 1
  const sheetId = options.newId ? station.newId() : row.id
  const { container, view, tray, marks } = await packSheet(
    spool,
    {
      sheet_id: sheetId,
      exam_id: batch.exam_id,
      subject_id: row.subject_id,
      batch_id: row.upload_batch_id,
      batch_label: batch.label,
      station: options.stationName,
      seq: row.seq,
      template_id: options.template.id,
      scanned_at: row.scanned_at,
    },
    {
      images,
      missing: missingOf(images, options.template.pages.length),
      roster: options.roster,
    },
  )
  const outcome = db
    .transaction((): 'done' | 'known' | 'unwanted' => {
      // An upload that began meanwhile has told the server this id with the bytes of before.
      const now = findSheetWithUpload(db, row.id)
      const isKnownThere = now?.state === 'acked' || now?.unsure === 1
      if (isKnownThere && !options.newId && !wasKnown) return 'known'
      // The sheet's id is referred to by its pictures and its upload, which follow below.
      db.pragma('defer_foreign_keys = ON')
      if (options.pictures?.put() === false) return 'unwanted'
      // What was decided about other pictures says nothing about these.
      if (options.pictures) withdrawSheetActions(db, row.id)
      db.prepare(
        `update sheet set id = ?, exam_no = ?, candidate_name = ?, findings = ?, tray = ?, is_held = ?,
         marks = ?, machine = null, voided = null where id = ?`,
      ).run(
        sheetId,
        view.examNo,
        view.candidate?.name ?? null,
        JSON.stringify(view.findings),
        JSON.stringify(tray),
        tray.length > 0 && isOpenNow(db, batch.id) ? 1 : 0,
        marks,
        row.id,
      )
      db.prepare('update image set sheet_id = ? where sheet_id = ?').run(sheetId, row.id)
      db.prepare(
        `update outbox set sheet_id = ?, sha256 = ?, bytes = ?, state = 'waiting', tries = 0, unsure = 0,
         error_code = null, error_message = null where sheet_id = ?`,
      ).run(sheetId, container.sha256, container.bytes, row.id)
      if (options.supersede === true && sheetId !== row.id)
        insertSuperseded(db, {
          sheet_id: row.id,
          exam_id: batch.exam_id,
          subject_id: row.subject_id,
          by_sheet_id: sheetId,
        })
      if (sheetId !== row.id) renameInPlans(db, batch.id, { from: row.id, to: sheetId })
      return 'done'
    })
    .immediate()
  if (outcome === 'known')
    return remakeSheet(station, row, { ...options, newId: true, supersede: true })
  const unused = outcome === 'done' ? row.sha256 : container.sha256
  if (container.sha256 !== row.sha256) await spool.dropContainer(unused)
  return outcome === 'done' ? sheetId : row.id
}

/** What is still to happen because of a sheet happens because of it under its new id. */
function renameInPlans(db: Store, batchId: string, id: { from: string; to: string }): void {
  db.prepare(
    'update superseded set by_sheet_id = @to where by_sheet_id = @from and done_at is null',
  ).run(id)
  // Ids are found nowhere else in it.
  db.prepare('update batch set twice = replace(twice, @from, @to) where id = @batchId').run({
    ...id,
    batchId,
  })
}

/** By position within the sheet: it stays one sheet, whatever its pages turn out to be. */
function missingOf(images: readonly ImageRow[], pageCount: number): number[] {
  const [first] = groupLeaves(
    images.map((image) => [pageOf(image)]),
    () => pageCount,
  )
  return first?.missing ?? []
}
