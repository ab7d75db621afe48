import type { StationContext } from '../context.ts'
import { compareNames } from './natural-order.ts'
import { Rounds } from '../rounds.ts'
import { feederSheetOf } from '../scanner/sheet-name.ts'
import { type BatchRow, findBatch, isOpenNow, updateBatchProblem } from '../store/batch.store.ts'
import { assignImage, type ImageRow, isLoose, selectLooseImages } from '../store/image.store.ts'
import { findSheet, insertSheet, nextSheetSeq } from '../store/sheet.store.ts'
import { groupLeaves, isCleanGroup, type SheetGroup } from './group-pages.ts'
import { leavesOf } from './loose-leaves.ts'
import { packSheet } from './pack-sheet.ts'
import { type EarlierSheet, findEarlier } from './same-paper.ts'
import type { Finding } from '../store/sheet-notes.ts'
import type { RosterEntry } from './sheet-findings.ts'
import type { Sorted } from './sort-group.ts'
import type { TrayReason } from '../store/sheet-notes.ts'

export interface SealingOptions {
  stationName: string
  /** Pages of the sheet of a subject. */
  pageCountOf: (batchId: string, subjectId: number | null) => number
  rosterOf: (examId: number) => ReadonlyMap<string, RosterEntry> | null
  /** Where a group belongs; it may be kept out of the sheets instead. */
  sort: (batch: BatchRow, group: SheetGroup, images: readonly ImageRow[]) => Promise<Sorted | null>
  /** Before new sheets are made: puts pictures that were fed again where they belong. */
  replace: (batch: BatchRow) => Promise<void>
  /** How long an incomplete sheet in the middle waits for a file that arrives late. */
  settleMs: number
  onSealed: (sheetId: string) => void
  /** The paper of a new sheet is that of one of an earlier batch of this station. */
  onSamePaper?: (sheetId: string, earlier: EarlierSheet) => void
}

/** Turns read pages into sheets that wait for upload, strictly in the order of the stack. */
export class SheetSealer {
  private readonly station: StationContext
  private readonly options: SealingOptions
  private readonly rounds = new Map<string, Rounds>()
  private readonly timers = new Map<string, { at: number; timer: NodeJS.Timeout }>()
  private isStopped = false

  constructor(station: StationContext, options: SealingOptions) {
    this.station = station
    this.options = options
  }

  /** Seals what can be sealed of a batch; calls meanwhile are answered by one more pass. */
  pump(batchId: string): Promise<void> {
    if (this.isStopped) return Promise.resolve()
    let rounds = this.rounds.get(batchId)
    if (!rounds) {
      rounds = new Rounds(() => this.pass(batchId))
      this.rounds.set(batchId, rounds)
    }
    return rounds.ask()
  }

  async stop(): Promise<void> {
    this.isStopped = true
    for (const { timer } of this.timers.values()) clearTimeout(timer)
    await Promise.allSettled([...this.rounds.values()].map((rounds) => rounds.rest()))
  }

  private async pass(batchId: string): Promise<void> {
    const batch = findBatch(this.station.db, batchId)
    if (this.isStopped || !batch || batch.state === 'closed') return
    try {
      await this.options.replace(batch)
      for (const group of this.sealableGroups(batch)) {
        // The batch was ended meanwhile: the next pass takes what is left by the rules of its end, in order.
        if (this.isStopped || isOpenNow(this.station.db, batchId) !== (batch.state === 'open'))
          return
        const sorted = await this.options.sort(batch, group.group, [
          ...group.images,
          ...group.backs,
        ])
        if (sorted && !(await this.seal(batch, sorted, group))) return void this.pump(batchId)
      }
      if (batch.problem.startsWith(SEALING_FAILED)) updateBatchProblem(this.station.db, batchId, '')
    } catch (error) {
      this.station.log('seal.failed', { batch: batchId, error: String(error) })
      // A full disk is said for the whole station, and has no room for a note here.
      if (!this.station.disk.note(error)) {
        updateBatchProblem(this.station.db, batchId, SEALING_FAILED)
        this.station.changed()
      }
      this.wakeAfter(batchId, RETRY_MS)
    }
  }

  private sealableGroups(batch: BatchRow): SealableGroup[] {
    const loose = selectLooseImages(this.station.db, batch.id).toSorted(byOrder)
    // A page that is still being read hides what follows it.
    const unread = loose.findIndex((image) => image.state !== 'read')
    const read = unread < 0 ? loose : loose.slice(0, startOfLeaf(loose, unread))
    const isComplete = batch.state === 'closing' && unread < 0
    const byId = new Map(read.map((image) => [image.id, image]))
    const groups = groupLeaves(leavesOf(read), (subject) =>
      this.options.pageCountOf(batch.id, subject),
    )
    const imagesOf = (pages: SheetGroup['pages']): ImageRow[] =>
      pages.flatMap(({ id }) => byId.get(id) ?? [])
    const ready: SealableGroup[] = []
    for (const [at, group] of groups.entries()) {
      const next = groups[at + 1]
      const follower = next && byId.get(next.pages[0]?.id ?? '')
      const images = imagesOf(group.pages)
      if (!isComplete && !this.isSettled(batch.id, group, images, follower)) break
      ready.push({ group, images, backs: imagesOf(group.blankBacks) })
    }
    return ready
  }

  /** May a group be sealed although more pages can come? */
  private isSettled(
    batchId: string,
    group: SheetGroup,
    images: readonly ImageRow[],
    follower: ImageRow | undefined,
  ): boolean {
    // A feeder gives its paper in order, both sides at once: nothing arrives late.
    const isFed = images.every(({ name }) => feederSheetOf(name) !== null)
    if (isFed && (follower !== undefined || group.isMisfit)) return true
    if (!follower) {
      const pageCount = this.options.pageCountOf(batchId, group.subject)
      const isWhole = isFed ? group.missing.length === 0 : isCleanGroup(group)
      const hasBack = pageCount % 2 === 0 || group.blankBacks.length > 0
      return isWhole && (hasBack || (isFed && isTwoSided(images)))
    }
    if (isCleanGroup(group)) return true
    const waitMs =
      Date.parse(follower.taken_at) + this.options.settleMs - Date.parse(this.station.now())
    if (waitMs <= 0) return true
    this.wakeAfter(batchId, waitMs)
    return false
  }

  private wakeAfter(batchId: string, waitMs: number): void {
    if (this.isStopped) return
    const delayMs = Math.min(waitMs + 20, 60_000)
    const at = performance.now() + delayMs
    const planned = this.timers.get(batchId)
    if (planned && planned.at <= at) return
    clearTimeout(planned?.timer)
    const wake = () => {
      this.timers.delete(batchId)
      void this.pump(batchId)
    }
    this.timers.set(batchId, { at, timer: setTimeout(wake, delayMs) })
  }

  /** @returns false when its pictures are no longer there to be made a sheet of: look again */
  private async seal(
    batch: BatchRow,
    { lot, template }: Sorted,
    { group, images, backs }: SealableGroup,
  ): Promise<boolean> {
    const { db, spool } = this.station
    const head = {
      sheet_id: this.station.newId(),
      exam_id: batch.exam_id,
      subject_id: lot.subject_id,
      batch_id: lot.upload_batch_id,
      batch_label: batch.label,
      station: this.options.stationName,
      seq: this.seqOf(batch, images),
      template_id: template.id,
      scanned_at: this.station.now(),
    }
    const { container, view, tray, marks } = await packSheet(spool, head, {
      images,
      missing: group.missing,
      roster: this.options.rosterOf(batch.exam_id),
    })
    const again = this.againOf(batch, lot.subject_id, { examNo: view.examNo, marks, images })
    const asked = [...tray, ...again.tray]
    const isMade = db
      .transaction(() => {
        // The batch was cancelled, or a picture discarded, while the sheet was being packed.
        if (![...images, ...backs].every(({ id }) => isLoose(db, id))) return false
        insertSheet(
          db,
          {
            id: head.sheet_id,
            batch_id: batch.id,
            seq: head.seq,
            scanned_at: head.scanned_at,
            exam_no: view.examNo,
            candidate_name: view.candidate?.name ?? null,
            findings: [...view.findings, ...again.findings],
            subject_id: lot.subject_id,
            upload_batch_id: lot.upload_batch_id,
            tray: JSON.stringify(asked),
            // At the end of the batch nobody is asked any more: the server's queues have the findings.
            is_held: asked.length > 0 && isOpenNow(db, batch.id) ? 1 : 0,
            marks,
          },
          container,
        )
        images.forEach((image, at) => assignImage(db, image.id, head.sheet_id, at + 1))
        backs.forEach((image) => assignImage(db, image.id, head.sheet_id, null))
        return true
      })
      .immediate()
    if (!isMade) {
      await spool.dropContainer(container.sha256)
      return false
    }
    this.station.changed()
    this.options.onSealed(head.sheet_id)
    if (again.earlier) this.options.onSamePaper?.(head.sheet_id, again.earlier)
    return true
  }

  /** The position that was kept for pictures that had been put aside, or the next. */
  private seqOf(batch: BatchRow, images: readonly ImageRow[]): number {
    const { db } = this.station
    const kept = images[0]?.kept_seq ?? null
    const isFree = kept !== null && !findSheet(db, batch.id, kept)
    return isFree ? kept : nextSheetSeq(db, batch.id)
  }

  /** The same number, or even the same paper, on this station before. */
  private againOf(
    batch: BatchRow,
    subjectId: number,
    sheet: { examNo: string | null; marks: string; images: readonly ImageRow[] },
  ): { findings: Finding[]; tray: TrayReason[]; earlier: EarlierSheet | null } {
    const found = findEarlier(
      this.station.db,
      { exam_id: batch.exam_id, subject_id: subjectId },
      sheet,
    )
    if (!found) return { findings: [], tray: [], earlier: null }
    const { earlier, isSamePaper } = found
    const where =
      earlier.batch_id === batch.id
        ? `第 ${earlier.seq} 张`
        : `批次「${earlier.batch_label}」第 ${earlier.seq} 张`
    const message = isSamePaper
      ? `这张纸已经扫过（${where}，考号 ${sheet.examNo}，填涂和画面都相同），请取出，不要重复计入`
      : `考号 ${sheet.examNo} 在本站已有一张（${where}），请核对是否重复扫描或填错考号`
    const at = { page_seq: null, message }
    const isOtherBatch = isSamePaper && earlier.batch_id !== batch.id
    // Once the operator is asked about the whole stack, its sheets are not asked about one by one.
    const twice = findBatch(this.station.db, batch.id)?.twice ?? null
    const isAsked = isOtherBatch && twice !== null
    return {
      findings: [{ ...at, category: 'duplicate', field_id: null }],
      tray: isSamePaper && !isAsked ? [{ ...at, code: 'SAME_PAPER', boxes: [] }] : [],
      earlier: isOtherBatch ? earlier : null,
    }
  }
}

/** Usually a full disk. Nothing is lost: the pages stay loose until it works. */
const SEALING_FAILED = '已扫的页暂时不能组成答题卡，请检查本机磁盘空间，扫描站会自动重试'
const RETRY_MS = 5000

interface SealableGroup {
  group: SheetGroup
  images: ImageRow[]
  backs: ImageRow[]
}

/** A piece of paper is looked at when both its sides are read. */
function startOfLeaf(images: readonly ImageRow[], at: number): number {
  const sheet = feederSheetOf(images[at]?.name ?? '')
  if (sheet === null) return at
  let start = at
  while (start > 0 && feederSheetOf(images[start - 1]?.name ?? '') === sheet) start--
  return start
}

const isTwoSided = (images: readonly ImageRow[]): boolean => {
  const sheets = images.map(({ name }) => feederSheetOf(name))
  return new Set(sheets).size < sheets.length
}

const byOrder = (a: ImageRow, b: ImageRow): number =>
  compareNames(a.name, b.name) || (a.id < b.id ? -1 : 1)
