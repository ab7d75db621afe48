import type { TrayAction, TrayList, TrayPolicy } from '../../bridge/tray-api.ts'
import { StationError } from '../../bridge/station-error.ts'
import type { StationContext } from '../context.ts'
import type { ExamCache } from '../exams/exam-cache.ts'
import { BatchTemplates, type Candidate } from '../recognition/batch-templates.ts'
import type { ScannerDesk } from '../scanner/scanner-desk.ts'
import type { RosterEntry } from '../sheets/sheet-findings.ts'
import { heldOf } from '../sheets/held-reason.ts'
import { Rescans } from '../sheets/rescans.ts'
import type { EarlierSheet } from '../sheets/same-paper.ts'
import { GroupSorter } from '../sheets/sort-group.ts'
import {
  type BatchRow,
  findBatch,
  updateBatchState,
  updateBatchTwice,
} from '../store/batch.store.ts'
import { releaseImage, selectHeldImages, updateImageState } from '../store/image.store.ts'
import { insertLot, type LotRow, selectLots } from '../store/lot.store.ts'
import { findSetting, putSetting } from '../store/settings.store.ts'
import {
  discardSheets,
  findSheetById,
  releaseSheets,
  settleSheetTray,
  type SheetRow,
} from '../store/sheet.store.ts'
import { insertSuperseded } from '../store/superseded.store.ts'
import type { ServerLink } from '../upload/server-link.ts'
import { describeTray } from './describe-tray.ts'
import { FeederGate } from './feeder-gate.ts'
import type { StackTwice } from './stack-twice.ts'
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
  private readonly station: StationContext
  private readonly options: TrayDeskOptions
  private readonly templates: BatchTemplates

  constructor(station: StationContext, options: TrayDeskOptions) {
    this.station = station
    this.options = options
    const { exams, link, stationName, scanner } = options
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

  list = (batch: BatchRow): Promise<TrayList> => describeTray(this.station, batch)

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
    insertLot(db, {
      batch_id: batch.id,
      subject_id: subjectId,
      subject_name: subject.subject_name,
      template_sha256: sha256,
      upload_batch_id: this.station.newId(),
    })
    this.station.changed()
    return selectLots(db, batch.id).find(({ subject_id }) => subject_id === subjectId) ?? null
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
    if (kind === 'stack') await this.settleTwice(batch, decision)
    else if (kind === 'held') await this.settleHeld(batch, id, decision)
    else this.settleSheet(batch, id, decision)
    this.station.changed()
    this.options.pump(batch.id)
  }

  private settleSheet(batch: BatchRow, id: string, decision: TrayAction): void {
    const sheet = findSheetById(this.station.db, id)
    if (sheet?.batch_id !== batch.id) throw new StationError('TRAY_SETTLED', SETTLED)
    switch (decision) {
      case 'accept':
        return settleSheetTray(this.station.db, sheet.id)
      case 'rescan':
        return this.feedAgain(batch, sheet)
      case 'cancel_rescan':
        return this.rescans.giveUp(batch.id)
      case 'discard':
        return this.discard(sheet)
      default:
        throw new StationError('TRAY_SETTLED', SETTLED)
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
  async restore(batch: BatchRow, sheet: SheetRow): Promise<void> {
    if (batch.state !== 'open')
      throw new StationError('BATCH_CLOSED', '批次正在结束，不能再恢复原图')
    await this.rescans.restore(batch, sheet)
  }

  /** Nobody is asked any more: what waits in the tray goes to the server with its findings. */
  close(batch: BatchRow): void {
    const { db } = this.station
    this.rescans.giveUp(batch.id)
    releaseSheets(db, batch.id)
    for (const { id, held } of selectHeldImages(db, batch.id))
      if (heldOf(held)?.subject === null) releaseImage(db, id, true)
  }

  private discard(sheet: SheetRow): void {
    const { db } = this.station
    const sent = discardSheets(db, [sheet.id], '由扫描员取出，不计入本批次')
    if (sent.length > 0)
      throw new StationError('SHEET_SENT', '这一张已经上传，请在异常处理的重复队列里处理')
  }

  private async settleHeld(batch: BatchRow, group: string, decision: TrayAction): Promise<void> {
    const { db } = this.station
    const images = selectHeldImages(db, batch.id)
    const own = images.filter(({ held }) => heldOf(held)?.group === group)
    const reason = heldOf(own[0]?.held ?? null)
    if (!reason) throw new StationError('TRAY_SETTLED', SETTLED)
    if (decision === 'discard') {
      db.transaction(() => {
        for (const { id } of own) updateImageState(db, id, 'discarded', '由扫描员取出')
      }).immediate()
      return
    }
    if (decision !== 'open_subject' || !reason.subject)
      throw new StationError('TRAY_SETTLED', SETTLED)
    const { subject_id, subject_name } = reason.subject
    const lot = await this.addSubject(batch, subject_id)
    if (!lot)
      throw new StationError('SUBJECT_CLOSED', `《${subject_name}》现在不能上传，请联系管理员`)
    // All that was kept aside for this subject, not only what the operator looked at.
    db.transaction(() => {
      for (const { id, held } of images)
        if (heldOf(held)?.subject?.subject_id === subject_id) releaseImage(db, id)
    }).immediate()
  }

  private async settleTwice(batch: BatchRow, decision: TrayAction): Promise<void> {
    const { db } = this.station
    const twice = batch.twice === null ? null : (JSON.parse(batch.twice) as StackTwice)
    if (twice?.decision !== null) throw new StationError('TRAY_SETTLED', SETTLED)
    switch (decision) {
      case 'keep':
        return updateBatchTwice(db, batch.id, JSON.stringify({ ...twice, decision }))
      case 'replace':
        return db
          .transaction(() => {
            for (const { sheet_id, earlier_id } of twice.pairs)
              insertSuperseded(db, {
                sheet_id: earlier_id,
                exam_id: batch.exam_id,
                subject_id: twice.subject_id,
                by_sheet_id: sheet_id,
              })
            releaseSheets(db, batch.id)
            updateBatchTwice(db, batch.id, JSON.stringify({ ...twice, decision }))
          })
          .immediate()
      case 'cancel':
        return this.cancel(batch, twice)
      default:
        throw new StationError('TRAY_SETTLED', SETTLED)
    }
  }

  /** The batch is given up. Its pictures stay on this station; what the server has already is cleared. */
  private cancel(batch: BatchRow, twice: StackTwice): void {
    const { db } = this.station
    if (this.options.scanner().isScanningInto(batch.id))
      throw new StationError('SCANNER_BUSY', '正在往这个批次里扫描，请先停止扫描，再取消批次')
    const reason = `整批取消：这一叠已由 ${twice.station} 扫过`
    db.transaction(() => {
      const ids = db.prepare('select id from sheet where batch_id = ?').pluck().all(batch.id)
      for (const sheet of discardSheets(db, ids as string[], reason))
        insertSuperseded(db, {
          sheet_id: sheet.id,
          exam_id: batch.exam_id,
          subject_id: sheet.subject_id,
          by_sheet_id: twice.pairs.find(({ sheet_id }) => sheet_id === sheet.id)?.earlier_id ?? '',
        })
      db.prepare(
        `update image set state = 'discarded', reason = ?
         where batch_id = ? and sheet_id is null and state <> 'discarded'`,
      ).run(reason, batch.id)
      updateBatchTwice(db, batch.id, JSON.stringify({ ...twice, decision: 'cancel' }))
      updateBatchState(db, batch.id, { state: 'closed', closed_at: this.station.now() })
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

const SETTLED = '这一项已经处理过，请刷新列表'
