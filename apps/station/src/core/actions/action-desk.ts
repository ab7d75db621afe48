import type { StationDecision } from '../../bridge/review-api.ts'
import { StationError } from '../../bridge/station-error.ts'
import type { StationContext } from '../context.ts'
import type { ExamCache } from '../exams/exam-cache.ts'
import type { Store } from '../store/open-store.ts'
import { findSheetWithUpload } from '../store/sheet.store.ts'
import { SerialQueue } from '../serial-queue.ts'
import type { ServerLink } from '../upload/server-link.ts'
import { markActionSeen, markActionWithdrawn } from '../store/action-outbox.store.ts'
import {
  type ActionRow,
  findAction,
  insertAction,
  selectSheetActions,
  selectTouchedSheets,
} from '../store/action.store.ts'
import { undoOf } from './live-actions.ts'
import { selectClaimants } from './reviewed-sheet.store.ts'
import { DecisionResolver, type ResolvedDecision } from './decision-resolver.ts'
import type { EffectiveSheet } from './effective-sheet.ts'
import { type LoadedSheet, loadSheet, rosterOf } from './load-sheet.ts'
import type { TriedPlacement } from './placements.ts'
import { describeStored } from './resolve-decision.ts'
import { reviewedSheet, storeReviewed } from './settle-sheet.ts'

/**
 * Where operators' decisions are made: each is applied to the local sheet and put in line for the server
 * in one transaction, so that a kill leaves both or neither.
 */
export class ActionDesk {
  private readonly station: StationContext
  private readonly exams: ExamCache
  private readonly link: ServerLink
  private readonly onDecided: () => void
  private readonly resolver: DecisionResolver
  /** One decision at a time: each builds on what the one before left. */
  private readonly queue = new SerialQueue()

  constructor(
    station: StationContext,
    parts: { exams: ExamCache; link: ServerLink; onDecided: () => void },
  ) {
    this.station = station
    this.exams = parts.exams
    this.link = parts.link
    this.resolver = new DecisionResolver(station)
    this.onDecided = parts.onDecided
  }

  async stop(): Promise<void> {
    await this.queue.whenIdle()
    await this.resolver.stop()
  }

  /** @returns the id of the action @throws StationError when it cannot be decided */
  decide = (sheetId: string, decision: StationDecision): Promise<string> =>
    this.queue.run(async () => {
      const sheet = await loadSheet(this.station, this.exams, sheetId)
      const now = this.review(sheet)
      if (now.voided !== null)
        throw new StationError('SCAN_SHEET_VOID', '这张答题卡已作废，如需使用请先撤销作废')
      const resolved = await this.resolver.resolve(sheet, now, decision)
      const touched = decision.kind === 'duplicate' ? decision.sheet_ids : [sheetId]
      return this.record(sheet, now, resolved, touched)
    })

  /** Takes a decision back: at once where nothing was sent, else through the server too. */
  undo = (actionId: string): Promise<string> =>
    this.queue.run(async () => {
      const { db } = this.station
      const action = findAction(db, actionId)
      const others = action ? selectSheetActions(db, action.sheet_id) : []
      if (!action || action.undoes !== null || action.state === 'refused')
        throw new StationError('SCAN_NOTHING_TO_UNDO', '没有可以撤销的处理')
      if (action.state === 'withdrawn' || undoOf(others, actionId))
        throw new StationError('SCAN_NOTHING_TO_UNDO', '这项处理已经撤销')
      const sheet = await loadSheet(this.station, this.exams, action.sheet_id)
      const touched = selectTouchedSheets(db, actionId)
      return this.record(
        sheet,
        this.review(sheet),
        { decision: { kind: 'undo', undo_action_id: actionId }, readings: [] },
        touched,
      )
    })

  /**
   * Looks at sheets anew when something about their actions changes: a refusal, another id.
   *
   * @param change what changes, in the same transaction
   */
  settleAgain = (
    sheetIds: readonly string[],
    change: () => void = () => undefined,
  ): Promise<void> =>
    this.queue.run(async () => {
      const { db } = this.station
      for (let isDone = false; !isDone;) {
        const sheets = await this.withClaimants(sheetIds, []).catch((error: unknown) => {
          // Pictures that were cleared have no findings to look at.
          if (error instanceof StationError) return []
          throw error
        })
        isDone = db
          .transaction(() => {
            // Packed anew while it was being looked at.
            if (!sheets.every((each) => isCurrent(db, each))) return false
            change()
            this.storeAll(sheets)
            return true
          })
          .immediate()
      }
      this.station.changed()
    })

  /** The operator has read why the server refused: what it holds itself is settled. */
  async dismiss(actionId: string): Promise<void> {
    const { db } = this.station
    const action = findAction(db, actionId)
    if (action) await this.settleAgain([action.sheet_id], () => markActionSeen(db, actionId))
  }

  /** Places that a page may have, the one in use first. */
  placements = async (sheetId: string, pageSeq: number): Promise<TriedPlacement[]> => {
    const sheet = await loadSheet(this.station, this.exams, sheetId)
    return this.resolver.placementsOf(sheet, this.review(sheet), pageSeq)
  }

  review = (sheet: LoadedSheet): EffectiveSheet =>
    reviewedSheet(this.station, sheet, rosterOf(this.station, sheet.batch.exam_id))

  /** Writes the action, what follows from it here, and its place in the line, all at once. */
  private async record(
    sheet: LoadedSheet,
    before: EffectiveSheet,
    { decision, readings }: ResolvedDecision,
    touched: readonly string[],
  ): Promise<string> {
    const { db, now, newId } = this.station
    const { session } = this.link
    if (!session) throw new StationError('SIGNED_OUT', '请先登录')
    const roster = rosterOf(this.station, sheet.batch.exam_id)
    const candidate =
      decision.kind === 'identity' ? roster?.byId.get(decision.candidate_id) : undefined
    const sheets = await this.withClaimants(touched, candidate ? [candidate.exam_no] : [])
    const id = newId()
    const undoes = decision.kind === 'undo' ? decision.undo_action_id : null
    const undone = undoes === null ? undefined : findAction(db, undoes)
    // Never sent: the server need not hear of either.
    const isLocal = undone?.state === 'waiting' && undone.unsure === 0
    const action: ActionRow = {
      id,
      batch_id: sheet.batch.id,
      sheet_id: sheet.row.id,
      account: session.account,
      actor_name: session.name,
      decided_at: now(),
      decision: JSON.stringify(decision),
      label: undone
        ? `撤销：${undone.label}`
        : describeStored(decision, candidate ? `${candidate.name}（${candidate.exam_no}）` : ''),
      before: JSON.stringify(summaryOf(before)),
      after: '{}',
      readings: readings.length === 0 ? null : JSON.stringify(readings),
      undoes,
    }
    db.transaction(() => {
      if (![sheet, ...sheets].every((each) => isCurrent(db, each)))
        throw new StationError('VERSION_CONFLICT', '这张答题卡刚刚重扫或重新生成，请刷新后再处理')
      insertAction(db, action, { sheetIds: touched, state: isLocal ? 'withdrawn' : 'waiting' })
      if (isLocal && undoes !== null) markActionWithdrawn(db, undoes)
      this.storeAll(sheets)
      const after = JSON.stringify(summaryOf(this.review(sheet)))
      db.prepare('update action set after = ? where id = ?').run(after, id)
    }).immediate()
    this.station.changed()
    this.onDecided()
    return id
  }

  /** The sheets given, and those that carry a number which one of them has or gets. */
  private async withClaimants(
    sheetIds: readonly string[],
    examNos: readonly string[],
  ): Promise<LoadedSheet[]> {
    const sheets = new Map<string, LoadedSheet>()
    const add = async (id: string) => {
      if (!sheets.has(id)) sheets.set(id, await loadSheet(this.station, this.exams, id))
    }
    for (const id of sheetIds) await add(id)
    // Those that come in here claim the same numbers; looking at them too adds nobody.
    for (const { row, batch, subjectId, scanned } of sheets.values()) {
      const numbers = new Set([row.exam_no, scanned.machine.examNo, ...examNos])
      for (const examNo of numbers)
        for (const { id } of selectClaimants(
          this.station.db,
          { exam_id: batch.exam_id, subject_id: subjectId },
          examNo ?? '',
        ))
          await add(id)
    }
    return [...sheets.values()]
  }

  /** Twice, since whether a number is repeated depends on what the other sheets are taken for. */
  private storeAll(sheets: readonly LoadedSheet[]): void {
    for (const sheet of [...sheets, ...sheets])
      storeReviewed(this.station, sheet, this.review(sheet))
  }
}

/** Has a sheet still the pictures and the readings that it was loaded with? */
const isCurrent = (db: Store, { row }: LoadedSheet): boolean =>
  findSheetWithUpload(db, row.id)?.sha256 === row.sha256

/** What is kept of a sheet before and after a decision. */
const summaryOf = (sheet: EffectiveSheet) => ({
  exam_no: sheet.examNo,
  candidate_name: sheet.candidateName,
  attendance: sheet.attendance,
  voided: sheet.voided,
  answers: Object.fromEntries(
    [...sheet.answers].map(([target, { values, resolved_as }]) => [
      target,
      { values, resolved_as },
    ]),
  ),
  open: sheet.findings
    .filter(({ by }) => by === null)
    .map(({ category, target }) => `${category} ${target}`),
})
