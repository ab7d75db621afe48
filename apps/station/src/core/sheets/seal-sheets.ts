import type { OmrTemplate } from '@hengjuan/domain'
import type { StationContext } from '../context.ts'
import { compareNames } from '../intake/natural-order.ts'
import { type BatchRow, findBatch, updateBatchProblem } from '../store/batch.store.ts'
import { assignImage, type ImageRow, selectLooseImages } from '../store/image.store.ts'
import { findSheetByExamNo, insertSheet, nextSheetSeq } from '../store/sheet.store.ts'
import { buildContainer } from './build-container.ts'
import { groupPages, isCleanGroup, type SheetGroup } from './group-pages.ts'
import { type Finding, type RosterEntry, viewSheet } from './sheet-findings.ts'

export interface SealingOptions {
  stationName: string
  templateOf: (batchId: string) => OmrTemplate | null
  rosterOf: (examId: number) => ReadonlyMap<string, RosterEntry> | null
  /** How long an incomplete sheet in the middle waits for a file that arrives late. */
  settleMs: number
  onSealed: () => void
}

/** Turns read pages into sheets that wait for upload, strictly in the order of the stack. */
export class SheetSealer {
  private readonly station: StationContext
  private readonly options: SealingOptions
  private readonly running = new Map<string, Promise<void>>()
  private readonly again = new Set<string>()
  private readonly timers = new Map<string, NodeJS.Timeout>()
  private isStopped = false

  constructor(station: StationContext, options: SealingOptions) {
    this.station = station
    this.options = options
  }

  /** Seals what can be sealed of a batch; calls meanwhile are answered by one more pass. */
  async pump(batchId: string): Promise<void> {
    this.again.add(batchId)
    const before = this.running.get(batchId)
    if (before) return before
    const run = this.loop(batchId).finally(() => this.running.delete(batchId))
    this.running.set(batchId, run)
    return run
  }

  async stop(): Promise<void> {
    this.isStopped = true
    for (const timer of this.timers.values()) clearTimeout(timer)
    await Promise.allSettled(this.running.values())
  }

  private async loop(batchId: string): Promise<void> {
    while (!this.isStopped && this.again.delete(batchId)) await this.pass(batchId)
  }

  private async pass(batchId: string): Promise<void> {
    const batch = findBatch(this.station.db, batchId)
    const template = this.options.templateOf(batchId)
    if (!batch || batch.state === 'closed' || !template) return
    try {
      for (const group of this.sealableGroups(batch, template)) {
        if (this.isStopped) return
        await this.seal(batch, template, group)
      }
      if (batch.problem.startsWith(SEALING_FAILED)) updateBatchProblem(this.station.db, batchId, '')
    } catch (error) {
      this.station.log('seal.failed', { batch: batchId, error: String(error) })
      updateBatchProblem(this.station.db, batchId, SEALING_FAILED)
      this.station.changed()
      this.wakeAfter(batchId, RETRY_MS)
    }
  }

  private sealableGroups(batch: BatchRow, template: OmrTemplate): SealableGroup[] {
    const loose = selectLooseImages(this.station.db, batch.id).toSorted(byOrder)
    // A page that is still being read hides what follows it.
    const unread = loose.findIndex((image) => image.state !== 'read')
    const read = unread < 0 ? loose : loose.slice(0, unread)
    const isComplete = batch.state === 'closing' && unread < 0
    const byId = new Map(read.map((image) => [image.id, image]))
    const groups = groupPages(
      read.map(({ id, kind, page }) => ({ id, kind: kind ?? 'lost', page })),
      template.pages.length,
    )
    const imagesOf = (pages: SheetGroup['pages']): ImageRow[] =>
      pages.flatMap(({ id }) => byId.get(id) ?? [])
    const ready: SealableGroup[] = []
    for (const [at, group] of groups.entries()) {
      const next = groups[at + 1]
      const follower = next && byId.get(next.pages[0]?.id ?? '')
      if (!isComplete && !this.isSettled(batch.id, group, follower, template)) break
      ready.push({ group, images: imagesOf(group.pages), backs: imagesOf(group.blankBacks) })
    }
    return ready
  }

  /** May a group be sealed although more pages can come? */
  private isSettled(
    batchId: string,
    group: SheetGroup,
    follower: ImageRow | undefined,
    template: OmrTemplate,
  ): boolean {
    if (!follower) return isCleanGroup(group) && template.pages.length % 2 === 0
    if (isCleanGroup(group)) return true
    const waitMs =
      Date.parse(follower.taken_at) + this.options.settleMs - Date.parse(this.station.now())
    if (waitMs <= 0) return true
    this.wakeAfter(batchId, waitMs)
    return false
  }

  private wakeAfter(batchId: string, waitMs: number): void {
    if (this.timers.has(batchId)) return
    const wake = () => {
      this.timers.delete(batchId)
      void this.pump(batchId)
    }
    this.timers.set(batchId, setTimeout(wake, Math.min(waitMs + 20, 60_000)))
  }

  private async seal(
    batch: BatchRow,
    template: OmrTemplate,
    { group, images, backs }: SealableGroup,
  ): Promise<void> {
    const { db, spool } = this.station
    const head = {
      sheet_id: this.station.newId(),
      exam_id: batch.exam_id,
      subject_id: batch.subject_id,
      batch_id: batch.id,
      batch_label: batch.label,
      station: this.options.stationName,
      seq: nextSheetSeq(db, batch.id),
      template_id: template.id,
      scanned_at: this.station.now(),
    }
    const container = await buildContainer(spool, head, images)
    await spool.putContainer(container.sha256, container.bytes)
    const view = viewSheet({
      pages: await Promise.all(
        images.map(async (image, at) => ({
          seq: at + 1,
          reading: (await spool.readPage(image.id)).reading,
        })),
      ),
      missing: group.missing,
      roster: this.options.rosterOf(batch.exam_id),
    })
    db.transaction(() => {
      const findings = [...view.findings, ...this.duplicateOf(batch, view.examNo)]
      insertSheet(
        db,
        {
          id: head.sheet_id,
          batch_id: batch.id,
          seq: head.seq,
          scanned_at: head.scanned_at,
          exam_no: view.examNo,
          candidate_name: view.candidate?.name ?? null,
          findings,
        },
        { sha256: container.sha256, bytes: container.bytes.length },
      )
      images.forEach((image, at) => assignImage(db, image.id, head.sheet_id, at + 1))
      backs.forEach((image) => assignImage(db, image.id, head.sheet_id, null))
    }).immediate()
    this.station.changed()
    this.options.onSealed()
  }

  private duplicateOf(batch: BatchRow, examNo: string | null): Finding[] {
    if (!examNo || !/^\d+$/.test(examNo)) return []
    const earlier = findSheetByExamNo(this.station.db, batch.id, examNo)
    if (!earlier) return []
    return [
      {
        category: 'duplicate',
        message: `考号 ${examNo} 在本站已有一张（第 ${earlier.seq} 张），请核对是否重复扫描或填错考号`,
        page_seq: null,
        field_id: null,
      },
    ]
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

const byOrder = (a: ImageRow, b: ImageRow): number =>
  compareNames(a.name, b.name) || (a.id < b.id ? -1 : 1)
