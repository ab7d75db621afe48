import type { HistoryReplies, SheetHistory } from '../../bridge/history-api.ts'
import type { StationApi } from '../../bridge/station-api.ts'
import { StationError } from '../../bridge/station-error.ts'
import { selectSheetActions } from '../store/action.store.ts'
import type { StationContext } from '../context.ts'
import type { TrayDesk } from '../intake/tray-desk.ts'
import { type BatchRow, findBatch } from '../store/batch.store.ts'
import { selectLots } from '../store/lot.store.ts'
import { selectAllRescans } from '../store/rescan.store.ts'
import { selectSheets } from '../store/sheet.store.ts'
import { selectTrayDecisions } from '../store/tray-decision.store.ts'
import {
  describeSheetEvents,
  describeTakenOut,
  isAbout,
  isChanged,
  type SheetRecords,
} from './describe-history.ts'

/** More than any stack has. */
const MOST_SHEETS = 1_000_000

/** The calls about what became of every sheet. */
export function historyCalls(
  station: StationContext & { tray: TrayDesk },
): Pick<StationApi, keyof HistoryReplies> {
  const batchOf = (id: string): BatchRow => {
    const batch = findBatch(station.db, id)
    if (!batch) throw new StationError('BATCH_NOT_FOUND', '没有找到该批次，请刷新批次列表')
    return batch
  }
  return {
    batchHistory: async ({ batch_id, filter = 'all', limit = 200, offset = 0 }) => {
      const all = historyOf(station, batchOf(batch_id))
      const list = filter === 'changed' ? all.filter(isChanged) : all
      return { total: list.length, list: list.slice(offset, offset + limit) }
    },
    acceptTray: async ({ batch_id, item_ids }) => ({
      decision_id: station.tray.acceptAll(batchOf(batch_id), item_ids),
      accepted: item_ids.length,
    }),
    undoTray: async ({ decision_id }) => ({ put_back: station.tray.undo(decision_id) }),
  }
}

/** Every sheet of a batch and what was taken out of it, the newest place of the stack first. */
function historyOf({ db }: StationContext, batch: BatchRow): SheetHistory[] {
  const decisions = selectTrayDecisions(db, batch.id)
  const rescans = Map.groupBy(selectAllRescans(db, batch.id), ({ seq }) => seq)
  const subjects = new Map(
    selectLots(db, batch.id).map(({ subject_id, subject_name }) => [subject_id, subject_name]),
  )
  const clearings = db
    .prepare(
      `select account, cleared_at, undone_at from clearing where id = ?
       or (exam_id = ? and batch_id = ?) order by id`,
    )
    .all(batch.clearing_id, batch.exam_id, batch.id) as SheetRecords['clearings']
  const { rows } = selectSheets(db, batch.id, { filter: 'all', limit: MOST_SHEETS, offset: 0 })
  const sheets = (rows as SheetRecords['sheet'][]).map((sheet): SheetHistory => {
    const records: SheetRecords = {
      sheet,
      rescans: rescans.get(sheet.seq) ?? [],
      actions: selectSheetActions(db, sheet.id),
      decisions: decisions.filter((decision) => isAbout(decision, sheet.seq)),
      clearings,
    }
    return {
      sheet_id: sheet.id,
      seq: sheet.seq,
      subject_name: subjects.get(sheet.subject_id) ?? batch.subject_name,
      exam_no: sheet.exam_no,
      candidate_name: sheet.candidate_name,
      cover_id: sheet.cover_id,
      events: describeSheetEvents(records, batch.state === 'open'),
    }
  })
  const takenOut = decisions.flatMap((decision) => describeTakenOut(decision, batch) ?? [])
  return [...sheets, ...takenOut].toSorted((a, b) => (b.seq ?? 0) - (a.seq ?? 0))
}
