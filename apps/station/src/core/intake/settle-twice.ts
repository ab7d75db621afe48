import { StationError } from '../../bridge/station-error.ts'
import type { TrayAction } from '../../bridge/tray-api.ts'
import type { StationContext } from '../context.ts'
import { type BatchRow, updateBatchState, updateBatchTwice } from '../store/batch.store.ts'
import { discardSheets, findSheetById, releaseSheets } from '../store/sheet.store.ts'
import { insertSuperseded } from '../store/superseded.store.ts'
import type { StackTwice } from '../store/stack-twice.ts'
import { TRAY_SETTLED } from './tray-decisions.ts'

/**
 * Does what the operator decided about a stack that was scanned before.
 *
 * @throws StationError when it was decided already, or paper still comes in
 */
export function settleTwice(
  station: StationContext,
  batch: BatchRow,
  decision: TrayAction,
  isScanning: () => boolean,
): void {
  const { db } = station
  const twice = batch.twice === null ? null : (JSON.parse(batch.twice) as StackTwice)
  if (twice?.decision !== null) throw new StationError('TRAY_SETTLED', TRAY_SETTLED)
  switch (decision) {
    case 'keep':
      return updateBatchTwice(db, batch.id, JSON.stringify({ ...twice, decision }))
    case 'replace':
      return db
        .transaction(() => {
          for (const { sheet_id, earlier_id } of twice.pairs)
            // A sheet that was taken out of the stack takes nobody's place.
            if (findSheetById(db, sheet_id))
              insertSuperseded(db, {
                sheet_id: earlier_id,
                exam_id: batch.exam_id,
                subject_id: twice.subject_id,
                by_sheet_id: sheet_id,
              })
          releaseSheets(db, batch.id)
          updateBatchTwice(db, batch.id, JSON.stringify({ ...twice, decision }))
        })
        .immediate()
    case 'cancel':
      if (isScanning())
        throw new StationError('SCANNER_BUSY', '正在往这个批次里扫描，请先停止扫描，再取消批次')
      return cancel(station, batch, twice)
    default:
      throw new StationError('TRAY_SETTLED', TRAY_SETTLED)
  }
}

/** The batch is given up. Its pictures stay on this station; what the server has already is cleared. */
function cancel({ db, now }: StationContext, batch: BatchRow, twice: StackTwice): void {
  const reason = `整批取消：这一叠已由 ${twice.station} 扫过`
  db.transaction(() => {
    const ids = db.prepare('select id from sheet where batch_id = ?').pluck().all(batch.id)
    for (const sheet of discardSheets(db, ids as string[], reason))
      insertSuperseded(db, {
        sheet_id: sheet.id,
        exam_id: batch.exam_id,
        subject_id: sheet.subject_id,
        by_sheet_id: twice.pairs.find(({ sheet_id }) => sheet_id === sheet.id)?.earlier_id ?? '',
      })
    db.prepare(
      `update image set state = 'discarded', reason = ?
       where batch_id = ? and sheet_id is null and state <> 'discarded'`,
    ).run(reason, batch.id)
    updateBatchTwice(db, batch.id, JSON.stringify({ ...twice, decision: 'cancel' }))
    updateBatchState(db, batch.id, { state: 'closed', closed_at: now() })
  }).immediate()
}
