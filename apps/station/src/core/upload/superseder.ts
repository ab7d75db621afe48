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
    if (this.isStopped || !this.link.isSignedIn || this.link.pauseMs > 0) return
    const rows = selectReplaceable(this.station.db)
    if (rows.length === 0) return
    await this.clearAll(rows).finally(() => this.onSettled())
  }

  private async clearAll(rows: readonly SupersededRow[]): Promise<void> {
    const bySubject = Map.groupBy(rows, ({ exam_id, subject_id }) => `${exam_id} ${subject_id}`)
    for (const group of bySubject.values()) await this.clear(group)
  }

  private async clear(rows: readonly SupersededRow[]): Promise<void> {
    const [first] = rows
    if (!first) return
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
      if (isPassing(error) || endsSession(error)) return
      // One of them may be out of use already: each is asked for by itself.
      if (rows.length > 1) {
        for (const row of rows) await this.clear([row])
        return
      }
      // Marked already, or out of use: both scans stand, and the queue of duplicates has them.
      log('superseded.kept', { sheet: first.sheet_id, code: error.code })
      settleSuperseded(db, first.sheet_id, { error: error.message })
    }
    this.station.changed()
  }
}
