import type { OmrTemplate } from '@hengjuan/domain'
import type { StationDecision } from '../../bridge/review-api.ts'
import { StationError } from '../../bridge/station-error.ts'
import type { StationContext } from '../context.ts'
import type { ExamCache } from '../exams/exam-cache.ts'
import { findImage } from '../store/image.store.ts'
import type { Store } from '../store/open-store.ts'
import { findSheetWithUpload } from '../store/sheet.store.ts'
import { Turns } from '../turns.ts'
import type { ServerLink } from '../upload/server-link.ts'
import {
  type ActionRow,
  findAction,
  insertAction,
  markActionSeen,
  markActionWithdrawn,
  selectClaimants,
  selectSheetActions,
  selectTouchedSheets,
  undoOf,
} from './action.store.ts'
import type { EffectivePage, EffectiveSheet } from './effective-sheet.ts'
import { type LoadedSheet, loadSheet, rosterOf } from './load-sheet.ts'
import { listPlacements, type TriedPlacement } from './placements.ts'
import { PageRereader, refuseCrooked, refuseUnread } from './read-again.ts'
import { describeStored, pageOf, resolveAnswer, resolveForceSure } from './resolve-decision.ts'
import { reviewedSheet, storeReviewed } from './settle-sheet.ts'
import type { RereadPage, StoredDecision } from './stored-action.ts'

interface Resolved {
  decision: StoredDecision
  readings: RereadPage[]
}

/**
 * Where operators' decisions are made: each is applied to the local sheet and put in line for the server
 * in one transaction, so that a kill leaves both or neither.
 */
export class ActionDesk {
  private readonly station: StationContext
  private readonly exams: ExamCache
  private readonly link: ServerLink
  private readonly onDecided: () => void
  private readonly reader = new PageRereader()
  /** One decision at a time: each builds on what the one before left. */
  private readonly turns = new Turns()

  constructor(
    station: StationContext,
    parts: { exams: ExamCache; link: ServerLink; onDecided: () => void },
  ) {
    this.station = station
    this.exams = parts.exams
    this.link = parts.link
    this.onDecided = parts.onDecided
  }

  async stop(): Promise<void> {
    await this.turns.rest()
    await this.reader.stop()
  }

  /** @returns the id of the action @throws StationError when it cannot be decided */
  decide = (sheetId: string, decision: StationDecision): Promise<string> =>
    this.turns.take(async () => {
      const sheet = await loadSheet(this.station, this.exams, sheetId)
      const now = this.review(sheet)
      if (now.voided !== null)
        throw new StationError('SCAN_SHEET_VOID', '这张答题卡已作废，如需使用请先撤销作废')
      const resolved = await this.resolve(sheet, now, decision)
      const touched = decision.kind === 'duplicate' ? decision.sheet_ids : [sheetId]
      return this.record(sheet, now, resolved, touched)
    })

  /** Takes a decision back: at once where nothing was sent, else through the server too. */
  undo = (actionId: string): Promise<string> =>
    this.turns.take(async () => {
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
    this.turns.take(async () => {
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
    return this.placementsOf(sheet, this.review(sheet), pageSeq)
  }

  review = (sheet: LoadedSheet): EffectiveSheet =>
    reviewedSheet(this.station, sheet, rosterOf(this.station, sheet.batch.exam_id))

  private placementsOf(
    sheet: LoadedSheet,
    now: EffectiveSheet,
    pageSeq: number,
  ): Promise<TriedPlacement[]> {
    const page = pageOf(now, pageSeq)
    const first = sheet.scanned.pages.find(({ seq }) => seq === pageSeq)?.reading ?? page.reading
    return listPlacements(sheet.template, page, first, (hint) =>
      this.reread(page, sheet.template, hint),
    )
  }

  private reread(
    page: EffectivePage,
    template: OmrTemplate,
    hint: Parameters<PageRereader['read']>[2],
  ) {
    const image = findImage(this.station.db, page.imageId)
    const sha256 = image?.sha256 ?? ''
    return this.reader.read(() => this.station.spool.readPicture(sha256), template, hint)
  }

  private async resolve(
    sheet: LoadedSheet,
    now: EffectiveSheet,
    decision: StationDecision,
  ): Promise<Resolved> {
    const { template } = sheet
    switch (decision.kind) {
      case 'locate': {
        const page = pageOf(now, decision.page_seq)
        const planned = template.pages.find(({ page: no }) => no === decision.page)
        if (!planned) throw new StationError('PAGE_NOT_FOUND', '模板没有这一页，请重新选择')
        refuseCrooked(planned, decision.anchors)
        const { page: no, anchors } = decision
        const reading = await this.reread(page, template, { page: no, anchors })
        refuseUnread(reading)
        return { decision, readings: [{ page_seq: decision.page_seq, reading }] }
      }
      case 'choose_place': {
        const { page_seq, place } = decision
        const chosen = (await this.placementsOf(sheet, now, page_seq)).find(
          (each) => each.placement.place === place,
        )
        if (!chosen || chosen.placement.problem !== '')
          throw new StationError('SCAN_PLACEMENT_UNKNOWN', '这种定位读不出这一页，请重新选择')
        if (chosen.anchors === null)
          return { decision: { kind: 'first_reading', page_seq }, readings: [] }
        // Told to the server as points: it has no list of what was tried here.
        const { anchors, reading } = chosen
        const { page } = chosen.placement
        return {
          decision: { kind: 'locate', page_seq, page: page ?? 1, anchors },
          readings: [{ page_seq, reading }],
        }
      }
      case 'reread': {
        const page_seq = decision.page_seq ?? null
        const pages = page_seq === null ? now.pages : [pageOf(now, page_seq)]
        const readings: RereadPage[] = []
        for (const page of pages)
          readings.push({ page_seq: page.seq, reading: await this.reread(page, template, {}) })
        return { decision: { kind: 'reread', page_seq }, readings }
      }
      case 'identity':
        this.refuseStranger(sheet, decision.candidate_id)
        return { decision, readings: [] }
      case 'answer':
        return { decision: resolveAnswer(template, now, decision), readings: [] }
      case 'force_sure':
        return { decision: resolveForceSure(now, decision.note), readings: [] }
      case 'duplicate':
        this.refuseStale(sheet, now, decision)
        return { decision, readings: [] }
      case 'accept_page':
      case 'ignore_page':
        pageOf(now, decision.page_seq)
        return { decision, readings: [] }
      case 'accept_missing':
      case 'void':
      case 'absence':
      case 'send_verify':
      case 'verify':
      case 'recrop':
        return { decision, readings: [] }
    }
  }

  private refuseStranger({ batch }: LoadedSheet, candidateId: number): void {
    if (rosterOf(this.station, batch.exam_id)?.byId.has(candidateId)) return
    throw new StationError('CANDIDATE_NOT_FOUND', '本场考试没有这名考生，请刷新名单后重选')
  }

  /** The sheets must still be those that the person saw. */
  private refuseStale(
    { scanned, batch, subjectId }: LoadedSheet,
    now: EffectiveSheet,
    { sheet_ids, keep }: Extract<StationDecision, { kind: 'duplicate' }>,
  ): void {
    const of = { exam_id: batch.exam_id, subject_id: subjectId }
    const claimants = selectClaimants(this.station.db, of, now.examNo ?? '').map(({ id }) => id)
    const isSeen =
      sheet_ids.includes(scanned.id) &&
      (keep === null || sheet_ids.includes(keep)) &&
      sheet_ids.every((id) => claimants.includes(id))
    if (!isSeen)
      throw new StationError('VERSION_CONFLICT', '这组重复的答题卡已有变化，请刷新后重新核对')
  }

  /** Writes the action, what follows from it here, and its place in the line, all at once. */
  private async record(
    sheet: LoadedSheet,
    before: EffectiveSheet,
    { decision, readings }: Resolved,
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
