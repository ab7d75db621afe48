import type { StationState } from '../bridge/station-api.ts'
import type { ActionDesk } from './actions/action-desk.ts'
import type { ActionSender } from './actions/action-sender.ts'
import type { StationContext } from './context.ts'
import type { ExamCache } from './exams/exam-cache.ts'
import type { Intake } from './intake/intake.ts'
import type { TrayDesk } from './intake/tray-desk.ts'
import type { PageReaders } from './reading.ts'
import type { Retention } from './retention/retention.ts'
import type { AbsenceDesk } from './rooms/absence-desk.ts'
import type { SeatBook } from './rooms/seat-book.ts'
import type { ScannerDesk } from './scanner/scanner-desk.ts'
import type { SheetSealer } from './sheets/seal-sheets.ts'
import type { StationSettings } from './store/station-settings.ts'
import type { SerialQueue } from './serial-queue.ts'
import type { BatchCloser } from './upload/batch-closer.ts'
import type { Heartbeat } from './upload/heartbeat.ts'
import type { ServerLink } from './upload/server-link.ts'
import type { Uploader } from './upload/uploader.ts'

/** The parts of a running station, for its calls. */
export interface StationParts extends StationContext {
  stationName: string
  link: ServerLink
  settings: StationSettings
  retention: Retention
  exams: ExamCache
  intake: Intake
  readers: PageReaders
  sealer: SheetSealer
  uploader: Uploader
  closer: BatchCloser
  heartbeat: Heartbeat
  desk: ActionDesk
  sender: ActionSender
  seats: SeatBook
  absences: AbsenceDesk
  scanner: ScannerDesk
  tray: TrayDesk
  /** Sheets are packed anew one after the other. */
  queue: SerialQueue
  /** Something has changed in a batch: wakes everything that may have waited for it. */
  goOn: (batchId: string) => void
  /** Wakes everything that waits for the server. */
  serverIsBack: () => void
  describeState: () => StationState
}
