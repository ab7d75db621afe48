import { toast } from '@hengjuan/ui'
import { create } from 'zustand'
import type { BatchState } from '../bridge/batch-api.ts'
import type { StationState } from '../bridge/station-api.ts'

/** Dialogs that can be called for from anywhere. */
export type StationTool = 'find' | 'label' | 'keys' | 'settings' | 'rooms' | 'history'

/** A room or a class; a null name is for those who have none. */
export interface SeatPlace {
  by: 'room' | 'class'
  name: string | null
}

/** What the operator has chosen on this screen. Everything else is the station's. */
interface Screen {
  live: StationState | null
  /** The station does not answer; the figures on screen are old. */
  isLost: boolean
  batchId: string | null
  sheetId: string | null
  isOpeningBatch: boolean
  /** The dialog that is open over the work, if any. */
  tool: StationTool | null
  /** What the search for a paper begins with. */
  findText: string
  /** Where the list of missing candidates begins; null at all of them. */
  seatPlace: SeatPlace | null
  /** Exceptions are being settled; `entry` is where to begin, null for the first. */
  review: { sheetId: string | null } | null
  isSoundOn: boolean
  receive: (state: StationState) => void
  lose: () => void
  chooseBatch: (batchId: string) => void
  openSheet: (sheetId: string | null) => void
  setOpeningBatch: (isOpening: boolean) => void
  openTool: (tool: StationTool | null) => void
  /** Looks for a paper by a number or name. */
  openFind: (text: string) => void
  openRooms: (place: SeatPlace | null) => void
  /** Opens the exceptions, at a sheet's where one is given; null goes back to scanning. */
  openReview: (review: { sheetId: string | null } | null) => void
  setSound: (isOn: boolean) => void
}

const SOUND_KEY = 'station_sound'

export const useScreen = create<Screen>((set, get) => ({
  live: null,
  isLost: false,
  batchId: null,
  sheetId: null,
  isOpeningBatch: false,
  tool: null,
  findText: '',
  seatPlace: null,
  review: null,
  isSoundOn: localStorage.getItem(SOUND_KEY) !== 'off',
  receive: (live) => {
    const { batchId, live: before } = get()
    if (before && before.revision > live.revision && before.station === live.station)
      toast.note('扫描站已重新启动，全部内容都在')
    const isKnown = live.batches.some((batch) => batch.batch_id === batchId)
    set({ live, isLost: false, batchId: isKnown ? batchId : (live.batches[0]?.batch_id ?? null) })
  },
  lose: () => set({ isLost: true }),
  chooseBatch: (batchId) => set({ batchId, sheetId: null }),
  openSheet: (sheetId) => set({ sheetId }),
  setOpeningBatch: (isOpeningBatch) => set({ isOpeningBatch }),
  openTool: (tool) => set({ tool, findText: '', seatPlace: null }),
  openFind: (findText) => set({ tool: 'find', findText }),
  openRooms: (seatPlace) => set({ tool: 'rooms', seatPlace }),
  openReview: (review) => set({ review, sheetId: null }),
  setSound: (isSoundOn) => {
    localStorage.setItem(SOUND_KEY, isSoundOn ? 'on' : 'off')
    set({ isSoundOn })
  },
}))

/** The batch that is shown. */
export const useBatch = (): BatchState | null =>
  useScreen(
    ({ live, batchId }) => live?.batches.find((batch) => batch.batch_id === batchId) ?? null,
  )
