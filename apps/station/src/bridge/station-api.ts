import type { Static } from 'typebox'
import type { BatchLabel, BatchState, ExamList } from './batch-api.ts'
import type { HistoryReplies } from './history-api.ts'
import type { ReviewReplies } from './review-api.ts'
import type { RoomsReplies } from './rooms-api.ts'
import type { ProfileList, SavedProfile, ScannerOffer, ScannerState } from './scanner-api.ts'
import type { FoundPaper, ProblemImage, SheetDetail, SheetSummary } from './sheet-api.ts'
import type { TrayList, TrayPolicy } from './tray-api.ts'
import type {
  ClearingView,
  DataKeyState,
  DiskState,
  RetentionState,
  StationSettingsState,
  UploadState,
} from './upkeep-api.ts'
import { stationInputs } from './station-inputs.ts'

export type StationCall = keyof typeof stationInputs
export type StationInput<Call extends StationCall> = Static<(typeof stationInputs)[Call]>

/** `online`: nothing waits; `catching_up`: uploads under way; `offline`: no answer; `signed_out`: needs a person. */
export type Connection = 'online' | 'catching_up' | 'offline' | 'signed_out'

export interface StationState {
  /** Grows with every change. */
  revision: number
  station: string
  server: string
  connection: Connection
  /** Chinese, when the connection needs words. */
  connection_note: string
  user: {
    account: string
    name: string
    school_name: string
    /** Signed in without the server, which has yet to confirm it. */
    is_offline: boolean
  } | null
  /** A session ended; the work goes on, uploads wait. */
  needs_sign_in: boolean
  to_upload: number
  /** Decisions that the server has not answered yet. */
  actions_to_send: number
  /** Pages read per second over the last half minute. */
  pages_per_second: number
  batches: BatchState[]
  /** Does a sheet with a trouble stop the feeder? */
  tray_policy: TrayPolicy
  scanner: ScannerState
  upload: UploadState
  settings: StationSettingsState
  retention: RetentionState
  disk: DiskState
  data_key: DataKeyState
}

export interface StationReplies extends ReviewReplies, RoomsReplies, HistoryReplies {
  state: StationState
  signIn: StationState
  signOut: StationState
  listExams: ExamList
  openBatch: BatchState
  batch: BatchState
  addFiles: { added: number; refused: { file: string; reason: string }[] }
  /** `notice`: Chinese, what the operator should look after; empty when nothing. */
  closeBatch: BatchState & { notice: string }
  waitForBatch: BatchState
  batchLabel: BatchLabel
  findPapers: { total: number; list: FoundPaper[] }
  listSheets: { total: number; list: SheetSummary[] }
  sheet: SheetDetail
  listProblemImages: ProblemImage[]
  settleImage: BatchState
  listTray: TrayList
  settleTray: BatchState
  rescanSheet: BatchState
  restoreSheet: BatchState
  setTrayPolicy: StationState
  retrySheet: SheetSummary
  listScanners: ScannerOffer[]
  openScanner: StationState
  trustScanner: StationState
  closeScanner: StationState
  startScan: StationState
  pauseScan: StationState
  stopScan: StationState
  startCheck: StationState
  runCheckStep: StationState
  stopCheckStep: StationState
  judgeCheckStep: StationState
  writeCheckReport: { folder: string }
  endCheck: StationState
  checkSheet: { file_name: string; base64: string }
  listProfiles: ProfileList
  saveProfile: SavedProfile
  resetProfile: SavedProfile
  deleteProfile: ProfileList
  importProfile: SavedProfile
  previewClearing: { sheets: number; batches: number }
  clearScan: StationState
  listClearings: ClearingView[]
  undoClearing: StationState
  changeSettings: StationState
  reconnect: StationState
  quit: { may_close: boolean; to_upload: number; message: string }
}

export type StationApi = {
  [Call in StationCall]: (input: StationInput<Call>) => Promise<StationReplies[Call]>
}

/** What a refused call answers. `message` is Chinese and fit to show. */
export interface StationFailure {
  code: string
  message: string
}

/** Which picture of an image: as scanned, or small and upright. */
export type PictureKind = 'page' | 'thumb'

export const isStationCall = (name: string): name is StationCall =>
  Object.hasOwn(stationInputs, name)
