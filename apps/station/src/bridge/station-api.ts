import type { ScanExceptionCategory } from '@hengjuan/domain'
import type { PageReading } from '@hengjuan/domain'
import type { ReplyOf, clientExam } from '@hengjuan/contracts'
import type { ScanFault, ScannerProfile } from '@hengjuan/scanner-bridge'
import { reviewInputs, type ReviewReplies } from './review-api.ts'
import { historyInputs, type HistoryReplies } from './history-api.ts'
import { roomsInputs, type RoomsReplies } from './rooms-api.ts'
import Type, { type Static, type TSchema } from 'typebox'
import { TRAY_ACTIONS, type TrayList, type TrayPolicy } from './tray-api.ts'
import type { ProfileProblem } from './profile-problems.ts'

/**
 * Everything that a screen can ask of the station, defined once. The Electron bridge and the local
 * HTTP door both read this table; inputs are checked against it at either door.
 */
const UlidText = Type.String({ pattern: '^[0-9A-HJKMNP-TV-Z]{26}$' })
const Id = Type.Integer({ minimum: 1 })
const Path = Type.String({ minLength: 1, maxLength: 1000 })
const nothing = Type.Object({})

const SHEET_FILTERS = ['all', 'flagged', 'to_upload', 'refused'] as const

const Choice = <T extends string>(values: readonly T[]) => Type.Unsafe<T>(Type.Enum([...values]))

export const SCANNER_DRIVERS = [
  'twain64',
  'twain32',
  'wia',
  'sane',
  'escl',
  'folder',
  'simulated',
] as const
export const PAPER_SOURCES = ['duplex', 'feeder', 'flatbed'] as const
export const COLOUR_MODES = ['gray', 'color', 'bw'] as const
export const PAPERS = ['a4', 'a3', 'b4', '8k', '16k', 'b5'] as const
export type PaperName = (typeof PAPERS)[number]

/** Enough of a profile to look for what is wrong with it. */
const AnyProfile = Type.Unsafe<ScannerProfile>(
  Type.Object({
    id: Type.String({ maxLength: 60 }),
    name: Type.String(),
    driver: Type.String(),
    source: nothing,
    tone: nothing,
    doubleFeed: nothing,
    options: nothing,
    output: nothing,
    timeouts: nothing,
  }),
)
/** The steps of the scanner check, in the order in which they are done. */
export const CHECK_STEPS = [
  'devices',
  'caps',
  'simplex',
  'duplex',
  'double_feed',
  'pull_out',
  'empty',
] as const
export type CheckStep = (typeof CHECK_STEPS)[number]

const ProfileId = Type.String({ minLength: 1, maxLength: 60 })

/** A scanner with all that is set for it. */
const ScannerChoice = Type.Object({
  driver: Choice(SCANNER_DRIVERS),
  device_id: Path,
  device_name: Type.String({ minLength: 1, maxLength: 200 }),
  /** Vendor, model and serial number: by it the scanner is found again under another id. */
  device_key: Type.Optional(Type.String({ maxLength: 300 })),
  profile_id: Type.String({ minLength: 1, maxLength: 60 }),
  profile_name: Type.String({ maxLength: 60 }),
  paper_source: Choice(PAPER_SOURCES),
  dpi: Type.Integer({ minimum: 150, maximum: 600 }),
  mode: Choice(COLOUR_MODES),
  paper: Choice(PAPERS),
})
export type ScannerChoice = Static<typeof ScannerChoice>

/** Input of every call. Replies are typed in `StationReplies`. */
export const stationInputs = {
  /** The whole live state; the same value is pushed with every change. */
  state: nothing,
  signIn: Type.Object({
    account: Type.String({ minLength: 1, maxLength: 64 }),
    password: Type.String({ minLength: 1, maxLength: 200 }),
  }),
  signOut: nothing,
  /** Exams that can be scanned, from the server or, without it, as last seen. */
  listExams: Type.Object({ refresh: Type.Optional(Type.Boolean()) }),
  ...roomsInputs,
  ...historyInputs,
  openBatch: Type.Object({
    exam_id: Id,
    subject_id: Id,
    /** Further subjects of the exam that lie in the same stack. */
    more_subjects: Type.Optional(Type.Array(Id, { maxItems: 20 })),
    /** Takes every subject of the exam as it comes. */
    is_mixed: Type.Optional(Type.Boolean()),
    label: Type.String({ minLength: 1, maxLength: 60, pattern: '^[^\\u0000-\\u001f\\u007f]*$' }),
    /** Watched for pictures; without one, pages come from a connected scanner alone. */
    folder: Type.Optional(Path),
  }),
  batch: Type.Object({ batch_id: UlidText }),
  /** Takes picture files that do not lie in the watched folder, in the order of their names. */
  addFiles: Type.Object({ batch_id: UlidText, files: Type.Array(Path, { maxItems: 5000 }) }),
  /** No more pages come: what is loose becomes sheets, everything is uploaded, the server agrees. */
  closeBatch: Type.Object({ batch_id: UlidText }),
  /** Resolves when the batch is closed, or when `timeout_ms` have passed. */
  waitForBatch: Type.Object({
    batch_id: UlidText,
    timeout_ms: Type.Integer({ minimum: 0, maximum: 3_600_000 }),
  }),
  /** What is printed on the strip around the stack. */
  batchLabel: Type.Object({ batch_id: UlidText }),
  /** Where a piece of paper lies, by exam number, name or batch code. */
  findPapers: Type.Object({ text: Type.String({ maxLength: 60 }) }),
  listSheets: Type.Object({
    batch_id: UlidText,
    filter: Type.Optional(
      Type.Union(SHEET_FILTERS.map((value) => Type.Literal(value))) as unknown as ReturnType<
        typeof Type.Unsafe<(typeof SHEET_FILTERS)[number]>
      >,
    ),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
    offset: Type.Optional(Type.Integer({ minimum: 0 })),
  }),
  sheet: Type.Object({ sheet_id: UlidText }),
  /** Pictures outside any sheet that a person should look at. */
  listProblemImages: Type.Object({ batch_id: UlidText }),
  /** `discard`: not part of the batch. `keep`: a copy is a page of its own after all; an unreadable picture is tried again. */
  settleImage: Type.Object({
    image_id: UlidText,
    decision: Type.Union([Type.Literal('discard'), Type.Literal('keep')]),
  }),
  /** What waits for the operator at the feeder. */
  listTray: Type.Object({ batch_id: UlidText }),
  /** Does what the operator decided about an item of the tray; `rescan` feeds its paper again. */
  settleTray: Type.Object({
    batch_id: UlidText,
    item_id: Type.String({ pattern: '^(sheet|held|stack):[0-9A-Za-z]{1,40}$' }),
    decision: Choice(TRAY_ACTIONS),
  }),
  /** Puts the paper of any sheet of an open batch in again: the new scan takes its place. */
  rescanSheet: Type.Object({ sheet_id: UlidText }),
  /** Brings the pictures back that a sheet had before its last rescan. */
  restoreSheet: Type.Object({ sheet_id: UlidText }),
  /** Does a sheet with a trouble stop the feeder? */
  setTrayPolicy: Type.Object({ policy: Choice(['stop', 'collect'] as const) }),
  /** Sends a refused sheet again; reads it again first when its template was outdated. */
  retrySheet: Type.Object({ sheet_id: UlidText }),
  /** Looks for scanners; `address` is a network address or a folder, for those that need one. */
  listScanners: Type.Object({
    /** `usb`: whatever drives plugged-in scanners on this computer. */
    driver: Choice([...SCANNER_DRIVERS, 'usb'] as const),
    /** Without one, network scanners are searched for. */
    address: Type.Optional(Path),
  }),
  /** Connects a scanner; the one before is let go. */
  openScanner: ScannerChoice,
  /** A network scanner whose certificate changed may show the new one from now on. */
  trustScanner: Type.Object({ device_id: Path }),
  closeScanner: nothing,
  /** Feeds paper into an open batch until the feeder is empty, counting sheets on from the last one. */
  startScan: Type.Object({ batch_id: UlidText }),
  /** Ends feeding after the sheet under way. */
  pauseScan: nothing,
  /** Ends feeding at once. */
  stopScan: nothing,
  /** Begins the scanner check with this scanner; the one that is connected is let go. */
  startCheck: ScannerChoice,
  /** Does a step and says what was seen; returns when the scanner stands still again. */
  runCheckStep: Type.Object({ step: Choice(CHECK_STEPS) }),
  /** Stops the paper of the step under way. */
  stopCheckStep: nothing,
  /** What a person says of a step, whatever the measurement. */
  judgeCheckStep: Type.Object({
    step: Choice(CHECK_STEPS),
    verdict: Choice(['pass', 'fail', 'skip']),
    note: Type.String({ maxLength: 300 }),
  }),
  /** Writes the support report of what was done so far. */
  writeCheckReport: nothing,
  /** Ends the check, also in the middle of a step; a report that was written stays. */
  endCheck: nothing,
  /** The page to print for the check, as PDF. */
  checkSheet: nothing,
  /** Shipped and own scanner profiles. */
  listProfiles: nothing,
  /** Keeps an own profile; with an empty id a new one. What is wrong with it is the answer. */
  saveProfile: Type.Object({ profile: AnyProfile }),
  /** Gives an own profile the values of the shipped one that it was copied from. */
  resetProfile: Type.Object({ profile_id: ProfileId }),
  deleteProfile: Type.Object({ profile_id: ProfileId }),
  /** The text of an exported profile. */
  importProfile: Type.Object({ text: Type.String({ minLength: 1, maxLength: 100_000 }) }),
  /** How many sheets clearing would take back; refused while anything waits. */
  previewClearing: Type.Object({
    exam_id: Id,
    subject_id: Id,
    batch_id: Type.Optional(UlidText),
  }),
  /** Takes back what was scanned for a subject, or in one batch, here and on the server. */
  clearScan: Type.Object({
    exam_id: Id,
    subject_id: Id,
    batch_id: Type.Optional(UlidText),
    /** The number of sheets that the operator agreed to. */
    confirm_count: Id,
  }),
  listClearings: nothing,
  undoClearing: Type.Object({ clearing_id: UlidText }),
  /** Sets what is given and leaves the rest. */
  changeSettings: Type.Object({
    keep_days: Type.Optional(Type.Integer({ minimum: 1, maximum: 365 })),
    keep_gb: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000 })),
    upload_mbit: Type.Optional(Type.Number({ minimum: 0, maximum: 10_000 })),
  }),
  ...reviewInputs,
  /** Tries the server now instead of at the next planned time. */
  reconnect: nothing,
  /** May the window close? Only without waiting uploads, or when they are left for the next start. */
  quit: Type.Object({ keep_for_next_time: Type.Boolean() }),
} as const satisfies Record<string, TSchema>

export type StationCall = keyof typeof stationInputs
export type StationInput<Call extends StationCall> = Static<(typeof stationInputs)[Call]>

/** `online`: nothing waits; `catching_up`: uploads under way; `offline`: no answer; `signed_out`: needs a person. */
export type Connection = 'online' | 'catching_up' | 'offline' | 'signed_out'

export interface BatchState {
  batch_id: string
  exam_id: number
  subject_id: number
  exam_name: string
  subject_name: string
  label: string
  /** Empty when no folder is watched. */
  folder: string
  state: 'open' | 'closing' | 'closed'
  /** Chinese: what keeps the batch from going on, and what to do; empty when nothing does. */
  problem: string
  opened_at: string
  closed_at: string | null
  /** Who opened it; empty when nobody was signed in. */
  account: string
  /** Taken back, see `listClearings`; null while it counts. */
  clearing_id: string | null
  /** Pictures taken in (已扫), without copies and discarded ones. */
  images: number
  /** Of those, read. */
  read: number
  /** Read, but not yet part of a sheet. */
  loose: number
  sheets: number
  /** Not acknowledged by the server (待上传). */
  to_upload: number
  uploaded: number
  /** Refused by the server; a person has to act. */
  refused: number
  unreadable: number
  duplicates: number
  /** Sheets with a finding. */
  flagged: number
  /** Sheets with a finding or refused, unreadable pictures, copies, pictures that belong nowhere (异常). */
  exceptions: number
  /** Sheets and pictures that wait for the operator at the feeder (待处理). */
  in_tray: number
  /** Takes whatever subject of its exam comes (自动分拣). */
  is_mixed: boolean
  /** The subjects of the stack, the one that it was opened with first. */
  subjects: { subject_id: number; subject_name: string; sheets: number }[]
}

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

export interface UploadState {
  /** Bytes that wait for the server. */
  waiting_bytes: number
  /** Of the last minute; 0 while nothing flows. */
  bytes_per_second: number
  sheets_per_minute: number
  /** Until everything that waits is through, at the present rate; null while nothing flows. */
  rest_seconds: number | null
}

/** Scans that were taken back and can be had again until their pictures are cleared. */
export interface ClearingView {
  clearing_id: string
  exam_id: number
  subject_id: number
  sheets: number
  account: string
  cleared_at: string
  /** Pictures that are gone already: then only the portal can undo it. */
  gone: number
}

/** Pictures of acknowledged sheets that are kept on this computer. */
export interface RetentionState {
  kept_sheets: number
  kept_bytes: number
  /** What was cleared last, and why; null when nothing ever was. */
  last: { at: string; sheets: number; bytes: number; reason: 'age' | 'quota' | 'disk' } | null
  /** Chinese, the same for the screen; empty when nothing ever was. */
  message: string
}

/** What the operator may set for this station. */
export interface StationSettingsState {
  /** Days that acknowledged images are kept. */
  keep_days: number
  /** Room for acknowledged images; beyond it the oldest go first. 0: as much as the disk has. */
  keep_gb: number
  /** What uploads may use of the line; 0: all of it. */
  upload_mbit: number
}

/** Room for what is scanned. */
export interface DiskState {
  /** `low`: do something soon; `full`: nothing more is taken in until there is room. */
  level: 'ok' | 'low' | 'full'
  free_bytes: number
  /** Chinese, what is the matter and what to do; empty when nothing is. */
  message: string
}

/** What the local data is encrypted with. */
export interface DataKeyState {
  /** Chinese, where the key is kept. */
  place: string
  /** Chinese, when that place protects little; empty otherwise. */
  warning: string
}

export interface ScannerState {
  /** `waiting`: for paper in the feeder; `pausing` and `stopping` end by themselves in `ready`, or in `closed` when the scanner is lost. */
  phase: 'closed' | 'opening' | 'ready' | 'waiting' | 'scanning' | 'pausing' | 'stopping'
  /** The last one that was connected, to connect it again. */
  choice: ScannerChoice | null
  /** Of the pass under way, or of the last one. */
  batch_id: string | null
  /** Number of the last sheet that is safely in that batch. */
  sheets: number
  /** How the last pass ended and what to do now. */
  notice: ScanNotice | null
  /** Chinese: what the scanner does differently from what was chosen. */
  warnings: string[]
  /** Front of the last good sheet, to hold against the paper; null until it has been read. */
  last_image_id: string | null
  /** The scanner check, while it is done. */
  check: CheckState | null
}

export interface CheckState {
  driver: ScannerChoice['driver']
  device_name: string
  profile_name: string
  /** The step under way; null while the scanner stands still. */
  running: CheckStep | null
  steps: CheckStepState[]
  /** Folder of the report; null until it was written. */
  report: string | null
}

export interface CheckStepState {
  step: CheckStep
  verdict: 'pending' | 'pass' | 'fail' | 'skip'
  /** Chinese: what was seen, one fact a line. */
  seen: string[]
  /** Chinese: what to do about it; empty when all is well. */
  advice: string
  /** What the person added. */
  note: string
  pages: CheckPage[]
}

/** A picture of the check with what was measured on it; null where the page has no marks that are known. */
export interface CheckPage {
  image_id: string
  sheet: number
  side: 'front' | 'back'
  width_px: number
  height_px: number
  /** What the scanner says, and what the marks on the page say. */
  dpi: number | null
  measured_dpi: number | null
  /** Which page of which sheet it is: 「检查页正面」. */
  page_name: string | null
  is_back_page: boolean | null
  rotation: 0 | 90 | 180 | 270 | null
  skew_deg: number | null
  /** 0 to 1; null without marks. */
  sharpness: number | null
  /** Grey levels between paper and print. */
  contrast: number
  is_blank: boolean
  /** Chinese, of the quality gate. */
  issues: string[]
}

export interface ScanNotice {
  tone: 'ok' | 'warn' | 'bad'
  code: ScanFault | null
  title: string
  text: string
  /** 0 when no sheet of the batch came from the feeder. */
  last_good_sheet: number
  /** The first sheet of paper that has to go back into the feeder; null when none. */
  put_back_from: number | null
}

/** A scanner that was found, with the profiles that fit it, best first. */
export interface ScannerOffer {
  driver: ScannerChoice['driver']
  device_id: string
  device_name: string
  device_key: string
  profiles: ({ profile_id: string; name: string; notes: string } & Pick<
    ScannerChoice,
    'paper_source' | 'dpi' | 'mode'
  >)[]
}

export interface ProfileList {
  /** Own ones first. */
  profiles: ProfileView[]
  /** Names of own files that cannot be read. */
  broken: string[]
}

export interface ProfileView {
  profile: ScannerProfile
  is_own: boolean
  /** Name of the shipped profile that it was copied from. */
  based_on_name: string | null
  /** The scanner check that it passed at this station with a real scanner. */
  tried: { device_name: string; at: string } | null
}

/** Either it was kept, or there is something to mend. */
export interface SavedProfile {
  problems: ProfileProblem[]
  profile_id: string | null
}

export interface ExamList {
  exams: ReplyOf<typeof clientExam>
  /** When the server said so. */
  fetched_at: string | null
  /** From the station's memory because the server did not answer. */
  is_cached: boolean
}

export interface FindingView {
  category: ScanExceptionCategory
  label: string
  message: string
  page_seq: number | null
  field_id: string | null
}

export interface SheetSummary {
  sheet_id: string
  seq: number
  /** One of the subjects of the batch. */
  subject_id: number
  scanned_at: string
  exam_no: string | null
  candidate_name: string | null
  image_count: number
  /** Since when its pictures are no longer on this computer; null while they are. */
  pictures_cleared_at: string | null
  /** First picture, for the thumbnail. */
  cover_id: string | null
  upload: 'waiting' | 'acked' | 'refused'
  upload_tries: number
  /** Chinese, why the server refused or the last try failed; empty otherwise. */
  upload_message: string
  upload_code: string | null
  findings: FindingView[]
  /** Categories in which the server holds the sheet, once uploaded. */
  server_exceptions: ScanExceptionCategory[]
}

export interface SheetDetail extends SheetSummary {
  batch_id: string
  sha256: string
  bytes: number
  received_at: string | null
  pages: {
    image_id: string
    page_seq: number
    name: string
    width_px: number
    height_px: number
    reading: PageReading
  }[]
}

/** The strip around a stack of paper. */
export interface BatchLabel {
  batch_id: string
  /** Short name of the batch. */
  code: string
  /** The same as Code 128: black bars in modules from the left edge, without quiet zones. */
  bars: { x: number; width: number }[]
  modules: number
  exam_name: string
  subject_name: string
  label: string
  opened_at: string
  closed_at: string | null
  sheets: number
  /** Of those, without a number that was read. */
  without_number: number
  /** In the order in which they lie in the stack. */
  classes: { class_name: string; sheets: number }[]
}

/** A sheet of paper that was looked for, and the stack that it lies in. */
export interface FoundPaper {
  sheet_id: string
  batch_id: string
  batch_label: string
  batch_code: string
  exam_name: string
  subject_name: string
  /** Position in the stack, from 1. */
  seq: number
  exam_no: string | null
  candidate_name: string | null
  scanned_at: string
  cover_id: string | null
}

export interface ProblemImage {
  image_id: string
  name: string
  kind: 'unreadable' | 'duplicate'
  /** Chinese: what is wrong and what to do. */
  reason: string
  taken_at: string
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
