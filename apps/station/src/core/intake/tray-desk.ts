import type { TrayAction, TrayList, TrayPolicy } from '../../bridge/tray-api.ts'
import { StationError } from '../../bridge/station-error.ts'
import type { StationContext } from '../context.ts'
import type { ExamCache } from '../exams/exam-cache.ts'
import { BatchTemplates, type Candidate } from '../recognition/batch-templates.ts'
import type { ScannerDesk } from '../scanner/scanner-desk.ts'
import type { RosterEntry } from '../sheets/sheet-findings.ts'
import { heldOf } from '../sheets/held-reason.ts'
import { NOT_RESTORED, Rescans } from '../sheets/rescans.ts'
import type { EarlierSheet } from '../sheets/same-paper.ts'
import { GroupSorter } from '../sheets/sort-group.ts'
import { type BatchRow, findBatch } from '../store/batch.store.ts'
import { releaseImage, rereadForeign, selectHeldImages } from '../store/image.store.ts'
import { insertLot, type LotRow, selectLots } from '../store/lot.store.ts'
import { findSetting, putSetting } from '../store/settings.store.ts'
import { findSheetById, releaseSheets, type SheetRow } from '../store/sheet.store.ts'
import { findPendingRescan } from '../store/rescan.store.ts'
import type { SerialQueue } from '../serial-queue.ts'
import type { ServerLink } from '../upload/server-link.ts'
import { describeTray } from './describe-tray.ts'
import { FeederGate } from './feeder-gate.ts'
import { settleTwice } from './settle-twice.ts'
import type { StackTwice } from '../store/stack-twice.ts'
import { TRAY_SETTLED, TrayDecisions } from './tray-decisions.ts'
import { TwiceWatch } from './twice-watch.ts'
import { sentenceOfTwice } from './twice-words.ts'

const POLICY = 'tray-policy'

export interface TrayDeskOptions {
  stationName: string
  exams: ExamCache
  link: ServerLink
  scanner: () => ScannerDesk
  /** Work may go on in a batch. */
  pump: (batchId: string) => void
  /** Sheets are packed anew one after the other. */
  queue: SerialQueue
}

/**
 * What happens to a sheet between the feeder and the upload: which subject it goes to, whether it stops
 * the feeder, what the operator decides about it.
 */
export class TrayDesk {
  readonly rescans: Rescans
  readonly sorter: GroupSorter
  readonly gate: FeederGate
  readonly twice: TwiceWatch
  readonly decisions: TrayDecisions
  private readonly station: StationContext
  private readonly options: TrayDeskOptions
  private readonly templates: BatchTemplates

  constructor(station: StationContext, options: TrayDeskOptions) {
    this.station = station
    this.options = options
    const { exams, link, stationName, scanner } = options
    this.decisions = new TrayDecisions(station)
    this.templates = new BatchTemplates(station.db, exams)
    this.sorter = new GroupSorter(station, {
      candidatesOf: this.candidatesOf,
      addSubject: this.addSubject,
    })
    this.rescans = new Rescans(station, {
      stationName,
      candidatesOf: this.candidatesOf,
      pageCountOf: this.pageCountOf,
      rosterOf: (examId: number): ReadonlyMap<string, RosterEntry> | null => exams.rosterOf(examId),
      onReplaced: (batchId) => options.pump(batchId),
      queue: options.queue,
    })
    this.gate = new FeederGate(station, {
      scanner,
      isOn: () => this.policy === 'stop',
      pageCountOf: this.pageCountOf,
    })
    this.twice = new TwiceWatch(station, {
      stationName,
      link,
      onFound: (batchId, twice) => this.onTwice(batchId, twice),
      onReplaced: (batchId) => options.pump(batchId),
    })
  }

  candidatesOf = (batchId: string): readonly Candidate[] => {
    const candidates = this.templates.of(batchId)
    // When nobody is asked any more, a page of another exam is read as what it was taken for.
    return findBatch(this.station.db, batchId)?.state === 'open'
      ? candidates
      : candidates.filter(({ of }) => of !== 'elsewhere')
  }

  pageCountOf = (batchId: string, subjectId: number | null): number =>
    this.templates.pageCountOf(batchId, subjectId)

  /** The sheet of a subject, as it is read in this batch. */
  candidateOf = (batchId: string, subjectId: number): Candidate | undefined =>
    this.candidatesOf(batchId).find(
      ({ of, subject_id }) => of !== 'elsewhere' && subject_id === subjectId,
    )

  get policy(): TrayPolicy {
    return findSetting<TrayPolicy>(this.station.db, POLICY) ?? 'stop'
  }

  set policy(policy: TrayPolicy) {
    putSetting(this.station.db, POLICY, policy)
    this.station.changed()
  }

  list = (batch: BatchRow): Promise<TrayList> =>
    describeTray(this.station, batch, this.rescans.progressOf(batch.id))

  /** Called for every sheet that was made. */
  onSealed = (sheetId: string): void => this.twice.watch(sheetId)

  /** Known without the server: this station has scanned the paper before. */
  onSamePaper = (sheetId: string, earlier: EarlierSheet): void => {
    const sheet = findSheetById(this.station.db, sheetId)
    if (sheet)
      this.twice.note(sheet, {
        sheet_id: earlier.id,
        batch_id: earlier.upload_batch_id,
        batch_label: earlier.batch_label,
        station: this.options.stationName,
        seq: earlier.seq,
        at: earlier.scanned_at,
      })
  }

  /** A subject joins the stack; null when it takes no sheets now. */
  addSubject = async (batch: BatchRow, subjectId: number): Promise<LotRow | null> => {
    const { db } = this.station
    const known = selectLots(db, batch.id).find(({ subject_id }) => subject_id === subjectId)
    if (known) return known
    const { exams } = this.options
    const { subject } = exams.findSubject(batch.exam_id, subjectId)
    if (!subject.upload.open) return null
    const { sha256 } = await exams.fetchTemplate(batch.exam_id, subjectId)
    // Meanwhile the batch may have been cancelled, and the sorter and the operator may both have asked.
    if (findBatch(db, batch.id)?.state === 'closed') return null
    const lotNow = () =>
      selectLots(db, batch.id).find(({ subject_id }) => subject_id === subjectId) ?? null
    if (!lotNow())
      insertLot(db, {
        batch_id: batch.id,
        subject_id: subjectId,
        subject_name: subject.subject_name,
        template_sha256: sha256,
        upload_batch_id: this.station.newId(),
      })
    this.station.changed()
    return lotNow()
  }

  /**
   * Does what the operator decided about an item of the tray.
   *
   * @throws StationError
   */
  async settle(batch: BatchRow, itemId: string, decision: TrayAction): Promise<void> {
    if (batch.state === 'closed')
      throw new StationError('BATCH_CLOSED', '批次已结束，请在门户的异常处理里处理')
    const [kind, id = ''] = itemId.split(':')
    if (kind === 'stack')
      settleTwice(this.station, batch, decision, () =>
        this.options.scanner().isScanningInto(batch.id),
      )
    else if (kind === 'held') await this.settleHeld(batch, id, decision)
    else this.settleSheet(batch, id, decision)
    this.station.changed()
    this.options.pump(batch.id)
  }

  /** Uses what the operator has seen as it is; @returns by which it is taken back */
  acceptAll(batch: BatchRow, itemIds: readonly string[]): string {
    if (batch.state !== 'open')
      throw new StationError('BATCH_CLOSED', '批次正在结束，待处理的已经放行，请在异常处理里处理')
    const awaited = findPendingRescan(this.station.db, batch.id)?.seq
    const ids = itemIds.map((item) => item.slice('sheet:'.length))
    if (ids.some((id) => findSheetById(this.station.db, id)?.seq === awaited))
      throw new StationError('TRAY_SETTLED', '其中一张正等待重扫，请先放纸重扫，或选择不重扫')
    const id = this.decisions.accept(batch, ids)
    this.station.changed()
    this.options.pump(batch.id)
    return id
  }

  /** @returns how much waits again @throws StationError */
  undo(decisionId: string): number {
    const { batchId, putBack } = this.decisions.undo(decisionId)
    this.options.pump(batchId)
    return putBack
  }

  private settleSheet(batch: BatchRow, id: string, decision: TrayAction): void {
    const sheet = findSheetById(this.station.db, id)
    if (sheet?.batch_id !== batch.id) throw new StationError('TRAY_SETTLED', TRAY_SETTLED)
    switch (decision) {
      case 'accept':
        return void this.decisions.accept(batch, [sheet.id])
      case 'rescan':
        return this.feedAgain(batch, sheet)
      case 'cancel_rescan':
        return this.rescans.giveUp(batch.id)
      case 'discard':
        return this.decisions.discardSheet(batch, sheet)
      default:
        throw new StationError('TRAY_SETTLED', TRAY_SETTLED)
    }
  }

  /**
   * The operator puts the paper of a sheet in again. With a scanner it is fed now; else the next pictures
   * in the folder are taken for it.
   *
   * @throws StationError
   */
  feedAgain(batch: BatchRow, sheet: SheetRow): void {
    if (batch.state !== 'open')
      throw new StationError('BATCH_CLOSED', '批次正在结束，不能再重扫，请新建批次')
    const scanner = this.options.scanner()
    // Refused before anything is noted down.
    if (batch.folder === '') scanner.refuseUnlessReady()
    const refeed = this.rescans.ask(sheet)
    if (batch.folder === '') scanner.start(batch.id, refeed)
  }

  /** @throws StationError */
  async restore(batch: BatchRow, seq: number): Promise<void> {
    if (batch.state !== 'open') throw new StationError('BATCH_CLOSED', NOT_RESTORED)
    await this.rescans.restore(batch, seq)
  }

  /** Nobody is asked any more: what waits in the tray goes to the server with its findings. */
  close(batch: BatchRow): void {
    const { db } = this.station
    // What was fed again already still takes its place, see `Rescans.apply`.
    if (!this.rescans.hasPictures(batch.id)) this.rescans.giveUp(batch.id)
    releaseSheets(db, batch.id)
    for (const { id, held } of selectHeldImages(db, batch.id))
      if (heldOf(held)?.subject === null) releaseImage(db, id, true)
    rereadForeign(db, batch.id)
  }

  private async settleHeld(batch: BatchRow, group: string, decision: TrayAction): Promise<void> {
    const { db } = this.station
    const own = selectHeldImages(db, batch.id).filter(({ held }) => heldOf(held)?.group === group)
    const reason = heldOf(own[0]?.held ?? null)
    if (!reason) throw new StationError('TRAY_SETTLED', TRAY_SETTLED)
    if (decision === 'discard') {
      return this.decisions.discardImages(batch, own, '由扫描员取出')
    }
    if (decision !== 'open_subject' || !reason.subject)
      throw new StationError('TRAY_SETTLED', TRAY_SETTLED)
    const { subject_id, subject_name } = reason.subject
    const lot = await this.addSubject(batch, subject_id)
    if (!lot)
      throw new StationError('SUBJECT_CLOSED', `《${subject_name}》现在不能上传，请联系管理员`)
    // All that is kept aside for this subject by now, not only what the operator looked at.
    db.transaction(() => {
      for (const { id, held } of selectHeldImages(db, batch.id))
        if (heldOf(held)?.subject?.subject_id === subject_id) releaseImage(db, id)
    }).immediate()
  }

  private onTwice(batchId: string, twice: StackTwice | null): void {
    if (!twice) return this.options.pump(batchId)
    this.options.scanner().stopFor(batchId, {
      title: '已停：这一叠以前扫过',
      text: `${sentenceOfTwice(twice)}。请在「待处理」里选择：取消这一批、用这一批替换，或两份都留。`,
    })
  }
}
