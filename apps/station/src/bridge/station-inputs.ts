import type { ScannerProfile } from '@hengjuan/scanner-bridge'
import Type, { type TSchema } from 'typebox'
import { historyInputs } from './history-api.ts'
import { reviewInputs } from './review-api.ts'
import { roomsInputs } from './rooms-api.ts'
import { CHECK_STEPS, Choice, Path, SCANNER_DRIVERS, ScannerChoice } from './scanner-api.ts'
import { TRAY_ACTIONS } from './tray-api.ts'

/**
 * Everything that a screen can ask of the station, defined once. The Electron bridge and the local
 * HTTP door both read this table; inputs are checked against it at either door.
 */
const UlidText = Type.String({ pattern: '^[0-9A-HJKMNP-TV-Z]{26}$' })
const Id = Type.Integer({ minimum: 1 })
const nothing = Type.Object({})

const SHEET_FILTERS = ['all', 'flagged', 'to_upload', 'refused'] as const

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
const ProfileId = Type.String({ minLength: 1, maxLength: 60 })

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
