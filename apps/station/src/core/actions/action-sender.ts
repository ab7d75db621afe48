import { CallError } from '@hengjuan/client'
import type { StationContext } from '../context.ts'
import { findBatch } from '../store/batch.store.ts'
import { findSheetWithUpload } from '../store/sheet.store.ts'
import { endsSession, isPassing } from '../upload/call-failure.ts'
import type { ServerLink } from '../upload/server-link.ts'
import { Rounds } from '../rounds.ts'
import {
  findNextAction,
  markActionDone,
  markActionRefused,
  markActionSending,
  noteActionFailure,
} from '../store/action-outbox.store.ts'
import { selectTouchedSheets, type SentAction } from '../store/action.store.ts'
import { sendAction } from './send-action.ts'

type SettleAgain = (sheetIds: readonly string[], change: () => void) => Promise<void>

/** Refusals that end by themselves. */
const LATER = ['SCAN_SHEET_NOT_UPLOADED']
const RETRY_MS = 5000

/**
 * Tells the server what was decided, one action after the other in the order of deciding. An action
 * leaves the line only with an answer; a kill at any point costs at most asking again.
 */
export class ActionSender {
  private readonly station: StationContext
  private readonly link: ServerLink
  private readonly stationName: string
  private readonly settleAgain: SettleAgain
  private readonly rounds = new Rounds(() => this.sendAll())
  private timer: NodeJS.Timeout | null = null
  private isStopped = false

  /** @param options.settleAgain looks at sheets anew, with a change in the same transaction */
  constructor(
    station: StationContext,
    link: ServerLink,
    options: { stationName: string; settleAgain: SettleAgain },
  ) {
    this.station = station
    this.link = link
    this.stationName = options.stationName
    this.settleAgain = options.settleAgain
  }

  /** Called whenever something was decided, a sheet was acknowledged, or the server is back. */
  pump(): void {
    if (!this.isStopped) void this.rounds.ask()
  }

  async stop(): Promise<void> {
    this.isStopped = true
    if (this.timer) clearTimeout(this.timer)
    await this.rounds.rest()
  }

  private async sendAll(): Promise<void> {
    while (!this.isStopped && this.link.isSignedIn) {
      const { pauseMs } = this.link
      if (pauseMs > 0) return this.wakeAfter(pauseMs + 5)
      // What another person decided is theirs to send: the server notes who is signed in.
      const action = findNextAction(this.station.db, this.link.session?.account ?? '')
      if (!action) return
      const isSettled = await this.send(action).catch((error: unknown) => {
        this.station.log('action.failed', { action: action.id, error: String(error) })
        return false
      })
      if (!isSettled) return this.wakeAfter(Math.max(RETRY_MS, this.link.pauseMs))
    }
  }

  private wakeAfter(ms: number): void {
    if (this.timer) clearTimeout(this.timer)
    this.timer = setTimeout(() => this.pump(), ms)
  }

  /** @returns whether the next action can follow at once */
  private async send(action: SentAction): Promise<boolean> {
    const { db, now } = this.station
    const sheet = findSheetWithUpload(db, action.sheet_id)
    const batch = findBatch(db, action.batch_id)
    if (!sheet || !batch) throw new Error(`action ${action.id} has no sheet`)
    markActionSending(db, action.id)
    try {
      const answer = await sendAction(this.link, action, {
        exam_id: batch.exam_id,
        subject_id: sheet.subject_id || batch.subject_id,
        station: this.stationName,
        now: now(),
      })
      markActionDone(db, action.id, { at: now(), answer })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      return this.handleFailure(action, error)
    }
    this.station.changed()
    return true
  }

  private async handleFailure(action: SentAction, error: CallError): Promise<boolean> {
    const { db, now, log } = this.station
    if (isPassing(error) || endsSession(error) || LATER.includes(error.code)) {
      if (error.status !== 0) noteActionFailure(db, action.id, error.message)
      // The link's pause or a person's sign-in sends it again.
      return isPassing(error) && this.link.pauseMs > 0
    }
    log('action.refused', { action: action.id, code: error.code })
    // Gone already, by whatever hand: that is what the undo wanted.
    if (action.undoes !== null && error.code === 'SCAN_NOTHING_TO_UNDO') {
      markActionDone(db, action.id, { at: now(), answer: null })
      return true
    }
    const refusal = { at: now(), code: error.code, message: error.message }
    // What had been applied here does not hold from the moment at which the refusal is known.
    await this.settleAgain(selectTouchedSheets(db, action.id), () =>
      markActionRefused(db, action.id, refusal),
    )
    return true
  }
}
