import { clientClear } from '@hengjuan/contracts'
import { CallError } from '@hengjuan/client'
import type { StationContext } from '../context.ts'
import {
  selectReplaceable,
  settleSuperseded,
  type SupersededRow,
} from '../store/superseded.store.ts'
import { Rounds } from '../rounds.ts'
import { endsSession, isPassing } from './call-failure.ts'
import type { ServerLink } from './server-link.ts'

/**
 * Takes sheets out of use on the server whose place a later scan has taken: after the later one is safely
 * there, never before. The server keeps them, and the decision can be undone there.
 */
export class Superseder {
  private readonly station: StationContext
  private readonly link: ServerLink
  private readonly onSettled: () => void
  private readonly rounds = new Rounds(() => this.clearWaiting())
  private isStopped = false

  constructor(station: StationContext, link: ServerLink, onSettled: () => void) {
    this.station = station
    this.link = link
    this.onSettled = onSettled
  }

  pump(): void {
    if (!this.isStopped) void this.rounds.ask()
  }

  async stop(): Promise<void> {
    this.isStopped = true
    await this.rounds.rest()
  }

  private async clearWaiting(): Promise<void> {
    try {
      while (!this.isStopped && this.link.isSignedIn && this.link.pauseMs === 0) {
        const rows = selectReplaceable(this.station.db)
        if (rows.length === 0) return
        const isSettled = await this.clearAll(rows)
        this.onSettled()
        if (!isSettled) return
      }
    } catch (error) {
      // Not even the outcome could be recorded: the server is asked again, and takes it twice without harm.
      this.station.disk.note(error)
      this.station.log('superseded.failed', { error: String(error) })
    }
  }

  /** @returns whether each of them is settled, whatever came of it */
  private async clearAll(rows: readonly SupersededRow[]): Promise<boolean> {
    const bySubject = Map.groupBy(rows, ({ exam_id, subject_id }) => `${exam_id} ${subject_id}`)
    let isSettled = true
    for (const group of bySubject.values()) isSettled = (await this.clear(group)) && isSettled
    return isSettled
  }

  private async clear(rows: readonly SupersededRow[]): Promise<boolean> {
    const [first] = rows
    if (!first) return true
    const { db, now, log } = this.station
    try {
      await this.link.call(clientClear, {
        params: { subjectId: first.subject_id },
        body: {
          exam_id: first.exam_id,
          sheet_ids: rows.map(({ sheet_id }) => sheet_id),
          confirm_count: rows.length,
        },
      })
      for (const { sheet_id } of rows) settleSuperseded(db, sheet_id, { at: now() })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (isPassing(error) || endsSession(error)) return false
      // One of them may be out of use already: each is asked for by itself.
      if (rows.length > 1) {
        let isSettled = true
        for (const row of rows) isSettled = (await this.clear([row])) && isSettled
        return isSettled
      }
      // Marked already, or out of use: both scans stand, and the queue of duplicates has them.
      log('superseded.kept', { sheet: first.sheet_id, code: error.code })
      settleSuperseded(db, first.sheet_id, { error: error.message })
    }
    this.station.changed()
    return true
  }
}
