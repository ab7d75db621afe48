import { StationError } from '../../bridge/station-error.ts'
import type { StationContext } from '../context.ts'
import { type BatchRow, findBatch } from '../store/batch.store.ts'
import { findImage, type ImageRow, selectSheetImages } from '../store/image.store.ts'
import { findSetting } from '../store/settings.store.ts'
import {
  discardSheets,
  findSheet,
  findSheetById,
  settleSheetTray,
  type SheetRow,
} from '../store/sheet.store.ts'
import {
  findTrayDecision,
  insertTrayDecision,
  markTrayDecisionUndone,
  type TrayBefore,
} from '../store/tray-decision.store.ts'

/**
 * Decisions at the tray that can be taken back as long as the batch is open: each keeps what was before,
 * in the transaction that changes it.
 */
export class TrayDecisions {
  private readonly station: StationContext

  constructor(station: StationContext) {
    this.station = station
  }

  /**
   * Uses sheets as they are, all of them or none.
   *
   * @throws StationError when one of them waits no longer
   */
  accept(batch: BatchRow, sheetIds: readonly string[]): string {
    const { db } = this.station
    const sheets = sheetIds.map((id) => {
      const sheet = findSheetById(db, id)
      if (sheet?.batch_id !== batch.id || sheet.tray === '[]')
        throw new StationError('TRAY_SETTLED', TRAY_SETTLED)
      return sheet
    })
    return this.record(batch, 'accept', () => {
      for (const { id } of sheets) settleSheetTray(db, id)
      return { of: 'sheets', sheets: sheets.map(({ seq, tray }) => ({ seq, tray })) }
    })
  }

  /** Takes a sheet out of the stack; its place stays empty. @throws StationError once it may be at the server */
  discardSheet(batch: BatchRow, sheet: SheetRow): void {
    const { db } = this.station
    const isDecided = db
      .prepare('select 1 from action_sheet where sheet_id = ? limit 1')
      .get(sheet.id)
    if (isDecided)
      throw new StationError(
        'SHEET_DECIDED',
        '这一张在「处理异常」里处理过，不能直接取出；请在「处理异常」里把它作废',
      )
    const images = selectSheetImages(db, sheet.id)
    this.record(batch, 'discard', () => {
      if (discardSheets(db, [sheet.id], '由扫描员取出，不计入本批次').length > 0)
        throw new StationError('SHEET_SENT', '这一张已经上传，请在异常处理的重复队列里处理')
      const keep = db.prepare('update image set kept_seq = ? where id = ?')
      for (const { id } of images) keep.run(sheet.seq, id)
      const { seq, exam_no, candidate_name } = sheet
      return { of: 'images', seq, exam_no, candidate_name, images: images.map(beforeOf) }
    })
  }

  /** Takes pictures out that are in no sheet. */
  discardImages(batch: BatchRow, images: readonly ImageRow[], reason: string): void {
    const { db } = this.station
    this.record(batch, 'discard', () => {
      const discard = db.prepare("update image set state = 'discarded', reason = ? where id = ?")
      for (const { id } of images) discard.run(reason, id)
      return {
        of: 'images',
        seq: images[0]?.kept_seq ?? null,
        exam_no: null,
        candidate_name: null,
        images: images.map(beforeOf),
      }
    })
  }

  /**
   * Puts back what a decision changed: sheets wait in the tray again, pictures are where they were.
   *
   * @returns how many sheets, or 1 for pictures
   * @throws StationError when the batch is ended or pictures are gone
   */
  undo(decisionId: string): { batchId: string; putBack: number } {
    const { db, now } = this.station
    const decision = findTrayDecision(db, decisionId)
    const batch = decision && findBatch(db, decision.batch_id)
    if (!decision || !batch || decision.undone_at !== null)
      throw new StationError('TRAY_SETTLED', '这项处理已经撤销，请刷新')
    if (batch.state !== 'open')
      throw new StationError(
        'BATCH_CLOSED',
        '批次已经结束，不能再撤销；请新建批次把这张纸重新扫描一次',
      )
    const before = JSON.parse(decision.before) as TrayBefore
    const putBack = db
      .transaction(() => {
        markTrayDecisionUndone(db, decisionId, now())
        return before.of === 'sheets' ? this.putSheetsBack(batch, before) : this.putBack(before)
      })
      .immediate()
    this.station.changed()
    return { batchId: batch.id, putBack }
  }

  private putSheetsBack(
    batch: BatchRow,
    { sheets }: Extract<TrayBefore, { of: 'sheets' }>,
  ): number {
    const { db } = this.station
    // What the server has, or may have, is asked about again, but no longer held back.
    const ask = db.prepare(
      `update sheet set tray = @tray, is_held =
         (select state = 'waiting' and unsure = 0 from outbox where sheet_id = sheet.id)
       where id = @id and tray = '[]'`,
    )
    let count = 0
    for (const { seq, tray } of sheets) {
      // A rescan may have given the sheet another id.
      const sheet = findSheet(db, batch.id, seq)
      if (sheet) count += ask.run({ id: sheet.id, tray }).changes
    }
    return count
  }

  private putBack({ images }: Extract<TrayBefore, { of: 'images' }>): number {
    const { db } = this.station
    if (images.some(({ id }) => (findImage(db, id)?.cleared_at ?? null) !== null))
      throw new StationError('SHEET_CLEARED', '图像已从本机清理，不能恢复；请把这张纸重新扫描一次')
    const put = db.prepare(
      "update image set state = ?, reason = ? where id = ? and state = 'discarded'",
    )
    for (const { id, state, reason } of images) put.run(state, reason, id)
    return 1
  }

  private record(batch: BatchRow, kind: 'accept' | 'discard', change: () => TrayBefore): string {
    const { db, newId, now } = this.station
    const id = newId()
    const account = findSetting<{ account: string }>(db, 'session')?.account ?? ''
    db.transaction(() => {
      const before = change()
      insertTrayDecision(db, { id, batch_id: batch.id, kind, account, decided_at: now(), before })
    }).immediate()
    return id
  }
}

const beforeOf = ({ id, page_seq, state, reason }: ImageRow) => ({ id, page_seq, state, reason })

export const TRAY_SETTLED = '这一项已经处理过，请刷新列表'
