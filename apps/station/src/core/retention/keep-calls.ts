import type { StationApi } from '../../bridge/station-api.ts'
import type { StationParts } from '../station-parts.ts'
import { clearScan, previewClearing, undoClearing } from './clear-scan.ts'
import { countGone, selectClearings } from './clearing.store.ts'

type KeepCall =
  | 'previewClearing'
  | 'clearScan'
  | 'listClearings'
  | 'undoClearing'
  | 'changeSettings'

/** Clearings that the screen shows. */
const MOST_CLEARINGS = 50

/** Calls about what is kept on this computer and what is taken back. */
export function keepCalls(station: StationParts): Pick<StationApi, KeepCall> {
  const { db, link, describeState } = station
  return {
    previewClearing: (input) => previewClearing(station, link, input),
    clearScan: async (input) => {
      await clearScan(station, link, input)
      return describeState()
    },
    listClearings: async () =>
      selectClearings(db, MOST_CLEARINGS).map((row) => ({
        clearing_id: row.id,
        exam_id: row.exam_id,
        subject_id: row.subject_id,
        sheets: row.sheets,
        account: row.account,
        cleared_at: row.cleared_at,
        gone: countGone(db, row.id),
      })),
    undoClearing: async ({ clearing_id }) => {
      await undoClearing(station, link, clearing_id)
      return describeState()
    },
    changeSettings: async (change) => {
      station.settings.change(change)
      station.uploader.limitChanged()
      void station.retention.run()
      station.changed()
      return describeState()
    },
  }
}
