import { StationError } from '../../bridge/station-error.ts'
import type { StationParts } from '../station-parts.ts'
import { findBatch } from '../store/batch.store.ts'
import { selectSheetImages } from '../store/image.store.ts'
import { updateLotTemplate } from '../store/lot.store.ts'
import { findSheetWithUpload, type SheetWithUpload } from '../store/sheet.store.ts'
import { remakeSheet } from './remake-sheet.ts'

const NOT_REFUSED = '这张答题卡没有被退回，不需要重新上传'

/** Does what a person would do about a refusal: another id, the new template, or simply again. */
export async function retrySheet(
  station: StationParts,
  row: SheetWithUpload,
): Promise<SheetWithUpload> {
  const { db, exams } = station
  if (row.state !== 'refused') throw new StationError('SHEET_NOT_REFUSED', NOT_REFUSED)
  const batch = findBatch(db, row.batch_id)
  if (!batch) throw new Error(`sheet ${row.id} has no batch`)
  const isOutdated = row.error_code === 'SCAN_TEMPLATE_OUTDATED'
  if (isOutdated) {
    const { sha256 } = await exams.fetchTemplate(batch.exam_id, row.subject_id)
    updateLotTemplate(db, row, sha256)
  }
  const candidate = station.tray.candidateOf(batch.id, row.subject_id)
  if (!candidate) throw new StationError('TEMPLATE_MISSING', '本机没有识别模板，请联网后重试')
  if (isOutdated)
    for (const image of selectSheetImages(db, row.id))
      await station.readers.reread(image, candidate)
  const newSheetId = await station.queue.run(async () => {
    // Somebody else may have asked for the same meanwhile.
    const now = findSheetWithUpload(db, row.id)
    if (now?.state !== 'refused') throw new StationError('SHEET_NOT_REFUSED', NOT_REFUSED)
    return remakeSheet(station, now, {
      stationName: station.stationName,
      template: candidate.template,
      roster: exams.rosterOf(batch.exam_id),
      newId: now.error_code === 'SCAN_SHEET_ID_CONFLICT',
    })
  })
  // The machine's view is new; what people decided holds.
  await station.desk.settleAgain([newSheetId])
  station.changed()
  station.uploader.pump()
  const made = findSheetWithUpload(db, newSheetId)
  if (!made) throw new Error(`sheet ${newSheetId} was not made`)
  return made
}
