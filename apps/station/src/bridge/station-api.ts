import type { ScanExceptionCategory } from '@hengjuan/domain'
import type { PageReading } from '@hengjuan/domain'
import type { ReplyOf, clientExam } from '@hengjuan/contracts'
import type { ScanFault } from '@hengjuan/scanner-bridge'
import Type, { type Static, type TSchema } from 'typebox'

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

export const SCANNER_DRIVERS = ['sane', 'escl', 'folder', 'simulated'] as const
export const PAPER_SOURCES = ['duplex', 'feeder', 'flatbed'] as const
export const COLOUR_MODES = ['gray', 'color', 'bw'] as const
export const PAPERS = ['a4', 'a3', 'b4', '8k', '16k', 'b5'] as const
export type PaperName = (typeof PAPERS)[number]

/** A scanner with all that is set for it. */
const ScannerChoice = Type.Object({
  driver: Choice(SCANNER_DRIVERS),
  device_id: Path,
  device_name: Type.String({ minLength: 1, maxLength: 200 }),
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
  /** Registered and scanned candidates by class. */
  subjectProgress: Type.Object({ exam_id: Id, subject_id: Id }),
  openBatch: Type.Object({
    exam_id: Id,
    subject_id: Id,
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
  /** Sends a refused sheet again; reads it again first when its template was outdated. */
  retrySheet: Type.Object({ sheet_id: UlidText }),
  /** Looks for scanners of a driver; `address` is a network address or a folder, for those that need one. */
  listScanners: Type.Object({
    driver: Choice(SCANNER_DRIVERS),
    address: Type.Optional(Path),
  }),
  /** Connects a scanner; the one before is let go. */
  openScanner: ScannerChoice,
  closeScanner: nothing,
  /** Feeds paper into an open batch until the feeder is empty, counting sheets on from the last one. */
  startScan: Type.Object({ batch_id: UlidText }),
  /** Ends feeding after the sheet under way. */
  pauseScan: nothing,
  /** Ends feeding at once. */
  stopScan: nothing,
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
  /** Sheets with a finding or refused, unreadable pictures, copies (异常). */
  exceptions: number
}

export interface StationState {
  /** Grows with every change. */
  revision: number
  station: string
  server: string
  connection: Connection
  /** Chinese, when the connection needs words. */
  connection_note: string
  user: { account: string; name: string; school_name: string } | null
  /** A session ended; the work goes on, uploads wait. */
  needs_sign_in: boolean
  to_upload: number
  /** Pages read per second over the last half minute. */
  pages_per_second: number
  batches: BatchState[]
  scanner: ScannerState
}

export interface ScannerState {
  /** `pausing` and `stopping` end by themselves in `ready`, or in `closed` when the scanner is lost. */
  phase: 'closed' | 'opening' | 'ready' | 'scanning' | 'pausing' | 'stopping'
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
  profiles: ({ profile_id: string; name: string; notes: string } & Pick<
    ScannerChoice,
    'paper_source' | 'dpi' | 'mode'
  >)[]
}

export interface ExamList {
  exams: ReplyOf<typeof clientExam>
  /** When the server said so. */
  fetched_at: string | null
  /** From the station's memory because the server did not answer. */
  is_cached: boolean
}

export interface SubjectProgress {
  expected: number
  scanned: number
  fetched_at: string
  classes: { class_id: number; class_name: string; expected: number; scanned: number }[]
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
  scanned_at: string
  exam_no: string | null
  candidate_name: string | null
  image_count: number
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

export interface ProblemImage {
  image_id: string
  name: string
  kind: 'unreadable' | 'duplicate'
  /** Chinese: what is wrong and what to do. */
  reason: string
  taken_at: string
}

export interface StationReplies {
  state: StationState
  signIn: StationState
  signOut: StationState
  listExams: ExamList
  subjectProgress: SubjectProgress
  openBatch: BatchState
  batch: BatchState
  addFiles: { added: number; refused: { file: string; reason: string }[] }
  closeBatch: BatchState
  waitForBatch: BatchState
  listSheets: { total: number; list: SheetSummary[] }
  sheet: SheetDetail
  listProblemImages: ProblemImage[]
  settleImage: BatchState
  retrySheet: SheetSummary
  listScanners: ScannerOffer[]
  openScanner: StationState
  closeScanner: StationState
  startScan: StationState
  pauseScan: StationState
  stopScan: StationState
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
