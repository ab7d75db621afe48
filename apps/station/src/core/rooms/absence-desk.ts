import { clientMarkingDetail, confirmAbsence, fixSheet } from '@hengjuan/contracts'
import { CallError } from '@hengjuan/client'
import { StationError } from '../../bridge/station-error.ts'
import type { StationContext } from '../context.ts'
import { endsSession, isPassing } from '../upload/call-failure.ts'
import type { ServerLink } from '../upload/server-link.ts'
import { Rounds } from '../rounds.ts'
import {
  type AbsenceRow,
  findAbsence,
  findNextAbsence,
  insertAbsence,
  selectAbsences,
  selectNumbersHere,
  updateAbsence,
} from './absence.store.ts'
import type { SeatBook } from './seat-book.ts'

interface Subject {
  exam_id: number
  subject_id: number
}

const RETRY_MS = 5000
const UNDO_THERE = '没有收到服务器的回执，请在网页端的异常中心撤销'
const HAS_SHEET = '本站已扫到这名考生的答题卡，没有登记缺考'

/**
 * Signs candidates absent of whom no sheet came. What is signed holds here at once and is told to the
 * server one by one, by the account that signed it, when the server can be reached.
 */
export class AbsenceDesk {
  private readonly station: StationContext
  private readonly link: ServerLink
  private readonly seats: SeatBook
  private readonly rounds = new Rounds(() => this.sendAll())
  private timer: NodeJS.Timeout | null = null
  private isStopped = false

  constructor(station: StationContext, parts: { link: ServerLink; seats: SeatBook }) {
    this.station = station
    this.link = parts.link
    this.seats = parts.seats
  }

  async stop(): Promise<void> {
    this.isStopped = true
    if (this.timer) clearTimeout(this.timer)
    await this.rounds.rest()
  }

  /**
   * @returns ids of what was signed now
   * @throws StationError when one of them has a sheet here or does not sit the subject
   */
  sign(of: Subject, candidateIds: readonly number[]): string[] {
    const { db, newId, now } = this.station
    const { session } = this.link
    if (!session) throw new StationError('SIGNED_OUT', '请先登录')
    const seats = new Map(this.seats.seatsOf(of).map((seat) => [seat.candidate_id, seat]))
    const here = new Set(selectNumbersHere(db, of))
    const signed = new Set(
      selectAbsences(db, of).flatMap(({ candidate_id, state }) =>
        state === 'waiting' || state === 'done' ? [candidate_id] : [],
      ),
    )
    const people = [...new Set(candidateIds)].map((id) => {
      const seat = seats.get(id)
      if (!seat) throw new StationError('CANDIDATE_NOT_FOUND', '名单里没有这名考生，请刷新后重选')
      if (here.has(seat.exam_no))
        throw new StationError(
          'CANDIDATE_HAS_SHEET',
          `${seat.name} 的答题卡已在本站扫到，不能登记缺考`,
        )
      return seat
    })
    const ids: string[] = []
    db.transaction(() => {
      for (const { candidate_id, exam_no, name } of people) {
        if (signed.has(candidate_id)) continue
        const id = newId()
        ids.push(id)
        const { account } = session
        insertAbsence(db, { id, ...of, candidate_id, exam_no, name, account, signed_at: now() })
      }
    }).immediate()
    this.settled(of)
    return ids
  }

  /** @throws StationError when there is nothing to take back, or only the portal can */
  undo(id: string): void {
    const { db } = this.station
    const row = findAbsence(db, id)
    if (!row || row.state === 'undone' || row.state === 'undoing')
      throw new StationError('SCAN_NOTHING_TO_UNDO', '没有可以撤销的缺考登记，请刷新')
    if (row.state === 'done' && row.decision_ids === '[]')
      throw new StationError('SCAN_NOT_UNDOABLE', UNDO_THERE)
    // Refused or never sent: the server need not hear of it.
    const isLocal = row.state === 'refused' || (row.state === 'waiting' && row.unsure === 0)
    updateAbsence(db, id, { state: isLocal ? 'undone' : 'undoing' })
    this.settled(row)
  }

  /** Called whenever something was signed or the server is back. */
  pump(): void {
    if (!this.isStopped) void this.rounds.ask()
  }

  private settled(of: Subject): void {
    this.seats.forget(of)
    this.station.changed()
    this.pump()
  }

  private async sendAll(): Promise<void> {
    while (!this.isStopped && this.link.isSignedIn) {
      const { pauseMs } = this.link
      if (pauseMs > 0) return this.wakeAfter(pauseMs + 5)
      const row = findNextAbsence(this.station.db, this.link.session?.account ?? '')
      if (!row) return
      const isSettled = await this.send(row).catch((error: unknown) => {
        this.station.log('absence.failed', { absence: row.id, error: String(error) })
        return false
      })
      if (!isSettled) return this.wakeAfter(Math.max(RETRY_MS, this.link.pauseMs))
      this.seats.forget(row)
      this.station.changed()
    }
  }

  private wakeAfter(ms: number): void {
    if (this.timer) clearTimeout(this.timer)
    this.timer = setTimeout(() => this.pump(), ms)
  }

  /** @returns whether the next one can follow at once */
  private async send(row: AbsenceRow): Promise<boolean> {
    const { db } = this.station
    try {
      if (row.state === 'undoing') await this.tellUndo(row)
      else await this.tell(row)
      return true
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (isPassing(error) || endsSession(error)) return false
      // Gone already, by whatever hand: that is what the undo wanted.
      const isGone = row.state === 'undoing' && error.code === 'SCAN_NOTHING_TO_UNDO'
      updateAbsence(
        db,
        row.id,
        isGone ? { state: 'undone' } : { state: 'refused', error_message: error.message },
      )
      return true
    }
  }

  private async tell(row: AbsenceRow): Promise<void> {
    const { db } = this.station
    const { exam_id, subject_id, candidate_id } = row
    // Its paper came after all, before anything was said.
    if (row.unsure === 0 && selectNumbersHere(db, row).includes(row.exam_no))
      return updateAbsence(db, row.id, { state: 'refused', error_message: HAS_SHEET })
    if (row.unsure === 1) {
      const query = { exam_id, subject_id, missing_in: 'subject' as const }
      const { missing } = await this.link.call(clientMarkingDetail, { query })
      const there = missing.find((one) => one.candidate_id === candidate_id)
      if (there?.attendance === 1)
        return updateAbsence(db, row.id, {
          state: row.state === 'undoing' ? 'refused' : 'done',
          unsure: 0,
          error_message: row.state === 'undoing' ? UNDO_THERE : '',
        })
    }
    updateAbsence(db, row.id, { unsure: 1 })
    const body = { exam_id, subject_id, candidate_ids: [candidate_id] }
    const { decision_ids } = await this.link.call(confirmAbsence, { body })
    updateAbsence(db, row.id, {
      // It may have been taken back while the answer was on its way.
      state: findAbsence(db, row.id)?.state === 'undoing' ? 'undoing' : 'done',
      unsure: 0,
      decision_ids: JSON.stringify(decision_ids),
    })
  }

  private async tellUndo(row: AbsenceRow): Promise<void> {
    const { exam_id, subject_id, decision_ids } = row
    const ids = JSON.parse(decision_ids) as number[]
    // Whether it arrived was never known: then it is told first, so that it can be undone.
    if (ids.length === 0) return this.tell(row)
    const fix = { kind: 'undo' as const, decision_ids: ids }
    await this.link.call(fixSheet, { body: { exam_id, subject_id, fix } })
    updateAbsence(this.station.db, row.id, { state: 'undone' })
  }
}
