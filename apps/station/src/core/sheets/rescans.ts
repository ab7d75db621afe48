import type { StationContext } from '../context.ts'
import { StationError } from '../../bridge/station-error.ts'
import type { Candidate } from '../recognition/batch-templates.ts'
import { rescanPaperOf } from '../scanner/sheet-name.ts'
import type { Refeed } from '../scanner/take-sheet.ts'
import { type BatchRow, isOpenNow } from '../store/batch.store.ts'
import {
  assignImage,
  findImage,
  type ImageRow,
  selectReplacements,
  selectSheetImages,
  updateImageState,
} from '../store/image.store.ts'
import {
  endRescan,
  findDoneRescan,
  findPendingRescan,
  insertRescan,
  type PlacedImage,
  undoRescan,
} from '../store/rescan.store.ts'
import { findSheet, findSheetWithUpload, type SheetRow } from '../store/sheet.store.ts'
import { groupLeaves, isCleanGroup, type SheetGroup } from './group-pages.ts'
import { pageOf } from './loose-leaves.ts'
import { remakeSheet } from './remake-sheet.ts'
import { papersOf } from './rescanned-papers.ts'
import type { RosterEntry } from './sheet-findings.ts'
import type { SerialQueue } from '../serial-queue.ts'

export interface RescanOptions {
  stationName: string
  candidatesOf: (batchId: string) => readonly Candidate[]
  pageCountOf: (batchId: string, subjectId: number | null) => number
  rosterOf: (examId: number) => ReadonlyMap<string, RosterEntry> | null
  onReplaced: (batchId: string) => void
  /** Sheets are packed anew one after the other. */
  queue: SerialQueue
}

/** Sheets that are put into the feeder again: the new scan takes the place of the old one. */
export class Rescans {
  private readonly station: StationContext
  private readonly options: RescanOptions
  private readonly queue: SerialQueue

  constructor(station: StationContext, options: RescanOptions) {
    this.station = station
    this.options = options
    this.queue = options.queue
  }

  /**
   * The next paper is this sheet's. Asking again for the same sheet goes on with what has come of it,
   * for another sheet gives the first one up.
   */
  ask(sheet: SheetRow): Refeed {
    const { db } = this.station
    const pending = findPendingRescan(db, sheet.batch_id)
    const isSame = pending?.seq === sheet.seq
    if (pending && !isSame) this.giveUp(sheet.batch_id)
    const rescanId = pending && isSame ? pending.id : this.station.newId()
    if (!isSame)
      insertRescan(db, {
        id: rescanId,
        batch_id: sheet.batch_id,
        seq: sheet.seq,
        asked_at: this.station.now(),
      })
    this.station.changed()
    const { standing } = papersOf(selectReplacements(db, sheet.batch_id))
    return {
      rescanId,
      attempt: 1 + Math.max(0, ...standing.map(({ attempt }) => attempt)),
      seq: sheet.seq,
      papers: this.paperCountOf(sheet),
      have: standing.length,
    }
  }

  /** How much of the sheet's paper has come that was asked for; null when none was asked for. */
  progressOf(batchId: string): { papers: number; have: number } | null {
    const { db } = this.station
    const pending = findPendingRescan(db, batchId)
    const sheet = pending && findSheet(db, batchId, pending.seq)
    if (!sheet) return null
    const { standing } = papersOf(selectReplacements(db, batchId))
    return { papers: this.paperCountOf(sheet), have: standing.length }
  }

  /** No paper comes for the sheet that was asked for; what did come is scanned like any other. */
  giveUp(batchId: string): void {
    const { db } = this.station
    const pending = findPendingRescan(db, batchId)
    if (!pending) return
    db.transaction(() => {
      undoRescan(db, pending.id, this.station.now())
      this.release(selectReplacements(db, batchId))
    }).immediate()
    this.station.changed()
  }

  /** Has paper of the sheet that was asked for come in, and is not in its place yet? */
  hasPictures = (batchId: string): boolean =>
    selectReplacements(this.station.db, batchId).length > 0

  /** For a picture that comes from a folder: the position of the sheet that it is to replace. */
  expectedFor(batchId: string): number | null {
    const { db } = this.station
    const pending = findPendingRescan(db, batchId)
    const sheet = pending && findSheet(db, batchId, pending.seq)
    if (!pending || !sheet) return null
    const have = selectReplacements(db, batchId).length
    return have < this.pageCountOf(sheet) ? pending.seq : null
  }

  /** Puts pictures in place when all of them are read. */
  apply = async (batch: BatchRow): Promise<void> => {
    const { db } = this.station
    const pending = findPendingRescan(db, batch.id)
    const sheet = pending && findSheet(db, batch.id, pending.seq)
    if (!pending || !sheet) return
    const images = selectReplacements(db, batch.id)
    const isEnd = batch.state === 'closing'
    if (images.length === 0 || images.some(({ state }) => state !== 'read')) {
      if (isEnd && images.length === 0) this.giveUp(batch.id)
      return
    }
    const { standing, superseded } = papersOf(images)
    const leaves = standing.map((paper) => paper.images.map(pageOf))
    const isFed = images.every(({ name }) => rescanPaperOf(name) !== null)
    const isWhole = isFed
      ? leaves.length >= this.paperCountOf(sheet)
      : images.length >= this.pageCountOf(sheet)
    if (!isWhole && !isEnd) return
    const groups = groupLeaves(leaves, (subject) => this.options.pageCountOf(batch.id, subject))
    const [group] = groups
    const fits =
      group !== undefined &&
      groups.length === 1 &&
      !group.isMisfit &&
      group.missing.length === 0 &&
      (group.subject ?? sheet.subject_id) === sheet.subject_id &&
      (isFed || isCleanGroup(group) || group.byPosition.length < group.pages.length)
    if (!fits) {
      // Not this sheet's paper, as far as can be seen: it is scanned like any other, and nothing is lost.
      this.release(images)
      this.station.changed()
      return
    }
    await this.queue.run(() => this.replace(batch, sheet.seq, pending.id, { group, superseded }))
  }

  /**
   * Gives a sheet the pictures back that it had before its last rescan.
   *
   * @throws StationError when it was never rescanned
   */
  restore(batch: BatchRow, seq: number): Promise<void> {
    return this.queue.run(async () => {
      const { db } = this.station
      const sheet = findSheet(db, batch.id, seq)
      const done = findDoneRescan(db, batch.id, seq)
      if (!sheet || !done)
        throw new StationError('NOT_RESCANNED', '这一张没有重扫过，没有原图可以恢复')
      const old = JSON.parse(done.old_images) as PlacedImage[]
      const now = JSON.parse(done.new_images) as PlacedImage[]
      await this.remake(batch, sheet, old, () => {
        if (!isOpenNow(db, batch.id)) throw new StationError('BATCH_CLOSED', NOT_RESTORED)
        this.swap(sheet.id, now, old, RESTORED)
        undoRescan(db, done.id, this.station.now())
        return true
      })
    })
  }

  private async replace(
    batch: BatchRow,
    seq: number,
    rescanId: string,
    { group, superseded }: { group: SheetGroup; superseded: readonly ImageRow[] },
  ): Promise<void> {
    const { db } = this.station
    // It may have been packed anew, under another id, while this waited for its turn.
    const sheet = findSheet(db, batch.id, seq)
    if (!sheet) return
    const old = selectSheetImages(db, sheet.id).map(({ id, page_seq }) => ({ id, page_seq }))
    const now: PlacedImage[] = [
      ...group.pages.map(({ id }, at) => ({ id, page_seq: at + 1 })),
      ...group.blankBacks.map(({ id }) => ({ id, page_seq: null })),
    ]
    await this.remake(batch, sheet, now, () => {
      // The operator has given the rescan up meanwhile: the pictures are loose by now.
      if (findPendingRescan(db, batch.id)?.id !== rescanId) return false
      this.swap(sheet.id, old, now, REPLACED)
      for (const { id } of superseded) updateImageState(db, id, 'discarded', SUPERSEDED)
      endRescan(db, rescanId, { at: this.station.now(), old, now })
      return true
    })
  }

  private swap(
    sheetId: string,
    out: readonly PlacedImage[],
    into: readonly PlacedImage[],
    reason: string,
  ): void {
    const { db } = this.station
    const discard = db.prepare(
      "update image set sheet_id = null, page_seq = null, state = 'discarded', reason = ? where id = ?",
    )
    const bring = db.prepare("update image set state = 'read', reason = '' where id = ?")
    for (const { id } of out) discard.run(reason, id)
    for (const { id, page_seq } of into) {
      bring.run(id)
      assignImage(db, id, sheetId, page_seq)
    }
  }

  private async remake(
    batch: BatchRow,
    sheet: SheetRow,
    pictures: readonly PlacedImage[],
    put: () => boolean,
  ): Promise<void> {
    const row = findSheetWithUpload(this.station.db, sheet.id)
    const candidate = this.options
      .candidatesOf(batch.id)
      .find(({ of, subject_id }) => of !== 'elsewhere' && subject_id === sheet.subject_id)
    if (!row || !candidate) throw new Error(`sheet ${sheet.id} cannot be packed again`)
    // The server may have the old bytes under this id, also when it has not said so.
    const isKnownThere = row.state === 'acked' || row.unsure === 1
    await remakeSheet(this.station, row, {
      stationName: this.options.stationName,
      template: candidate.template,
      roster: this.options.rosterOf(batch.exam_id),
      newId: isKnownThere,
      supersede: isKnownThere,
      pictures: {
        images: pictures
          .filter(({ page_seq }) => page_seq !== null)
          .toSorted((a, b) => (a.page_seq ?? 0) - (b.page_seq ?? 0))
          .flatMap(({ id }) => findImage(this.station.db, id) ?? []),
        put,
      },
    })
    this.station.changed()
    this.options.onReplaced(batch.id)
  }

  private release(images: readonly ImageRow[]): void {
    const free = this.station.db.prepare('update image set for_seq = null where id = ?')
    for (const { id } of images) free.run(id)
  }

  private paperCountOf(sheet: SheetRow): number {
    return Math.ceil(this.options.pageCountOf(sheet.batch_id, sheet.subject_id) / 2)
  }

  private pageCountOf(sheet: SheetRow): number {
    return this.options.pageCountOf(sheet.batch_id, sheet.subject_id)
  }
}

const REPLACED = '已由重扫的图像替换，可以在答题卡里恢复'
export const NOT_RESTORED = '批次正在结束，不能再恢复原图'
const RESTORED = '重扫的图像，已恢复成原图'
const SUPERSEDED = '重扫时又放了一次，已用后一次的图像'
