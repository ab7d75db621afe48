import type { PageReading } from '@hengjuan/domain'
import { PageFileError } from '@hengjuan/omr'
import type { StationContext } from './context.ts'
import type { Candidate } from './recognition/batch-templates.ts'
import type { PageAnswer } from './recognition/page-answer.ts'
import {
  ReaderLost,
  type ReaderProcessOptions,
  ReaderProcesses,
} from './recognition/reader-processes.ts'
import type { PageRecord } from './spool.ts'
import {
  countReadTry,
  countUnread,
  findImage,
  type ImageRow,
  markUnreadable,
  type PageKind,
  selectUnreadBatches,
  selectUnreadImages,
  updateImageRead,
} from './store/image.store.ts'

/** A page that ends its process twice would end it for ever. */
const MAX_TRIES = 2
/** A process may be ended from outside, for want of memory; a page that it always happens to is at fault. */
const MAX_KILLS = 5
/** The slowest page takes a few seconds; a machine that is short of memory ten times that. */
const PAGE_TIMEOUT_MS = 60_000
/**
 * Pages that may wait to be read before feeding is slowed: what is wrong with a sheet must be seen while
 * its paper is at hand.
 */
const MOST_WAITING = 60
/** Pages over which the speed is measured. */
const SPEED_WINDOW_MS = 30_000

export interface PageReadersOptions {
  /** How many pages are read at the same time. */
  workers: number
  /** What a picture of a batch may show, the likeliest first; empty while that is not known. */
  candidatesOf: (batchId: string) => readonly Candidate[]
  onRead: (batchId: string) => void
  /** A page is read; its sheet need not be whole yet. */
  onPage?: (image: ImageRow, reading: PageReading, found: Candidate) => void
  processes?: Partial<ReaderProcessOptions> | undefined
  /** Pages that may wait before feeding is slowed. */
  mostWaiting?: number | undefined
}

/**
 * Reads taken pictures in processes of their own, oldest first; never loads more pages than are being
 * read. A process that ends or hangs over a page is replaced and the page read again; a page that does
 * it twice is shown to a person and the others go on.
 */
export class PageReaders {
  private readonly station: StationContext
  private readonly options: PageReadersOptions
  private readonly processes: ReaderProcesses
  private readonly underWay = new Map<string, Promise<void>>()
  private readonly kills = new Map<string, number>()
  private readonly finishedAt: number[] = []
  private readonly roomWaiters = new Set<() => void>()
  private isStopped = false

  constructor(station: StationContext, options: PageReadersOptions) {
    this.station = station
    this.options = options
    this.processes = new ReaderProcesses({
      size: options.workers,
      timeoutMs: PAGE_TIMEOUT_MS,
      log: (text) => station.log('reader.process', { text }),
      ...options.processes,
    })
  }

  /** Starts as many pages as there are processes. Called whenever a page was taken or finished. */
  pump(): void {
    if (this.isStopped) return
    // Pages may have been discarded.
    this.wake()
    // One page more than there are processes, so that its bytes are at hand when one gets free.
    const room = this.options.workers + 1 - this.underWay.size
    if (room <= 0) return
    const { db } = this.station
    const candidatesOf = new Map(
      selectUnreadBatches(db).map((id) => [id, this.options.candidatesOf(id)]),
    )
    // Pages that nothing is known of hold up those of no other batch.
    const known = [...candidatesOf].flatMap(([id, { length }]) => (length > 0 ? [id] : []))
    const waiting = selectUnreadImages(db, known, room + this.underWay.size)
    for (const image of waiting.filter(({ id }) => !this.underWay.has(id)).slice(0, room)) {
      const candidates = candidatesOf.get(image.batch_id) ?? []
      const work = this.read(image, candidates)
        // Not even the outcome could be recorded: the page is read again.
        .catch((error: unknown) => {
          this.station.disk.note(error)
          this.station.log('page.failed', { image: image.id, error: String(error) })
        })
        .finally(() => {
          this.underWay.delete(image.id)
          this.wake()
          this.options.onRead(image.batch_id)
          this.pump()
        })
      this.underWay.set(image.id, work)
    }
  }

  /** What is being read is read again at the next start. */
  async stop(): Promise<void> {
    this.isStopped = true
    this.wake()
    await this.processes.close()
    await Promise.allSettled(this.underWay.values())
  }

  /** Resolves when not too many pages wait, or when the signal says that nobody asks any more. */
  async whenRoom(signal?: AbortSignal): Promise<void> {
    const { mostWaiting = MOST_WAITING } = this.options
    const isOver = () => this.isStopped || signal?.aborted === true
    while (!isOver() && countUnread(this.station.db) >= mostWaiting)
      await new Promise<void>((wake) => {
        this.roomWaiters.add(wake)
        signal?.addEventListener('abort', () => wake(), { once: true })
      })
  }

  private wake(): void {
    const waiters = [...this.roomWaiters]
    this.roomWaiters.clear()
    for (const wake of waiters) wake()
  }

  /** Pages per second over the last half minute. */
  get speed(): number {
    const now = performance.now()
    while (this.finishedAt[0] !== undefined && this.finishedAt[0] < now - SPEED_WINDOW_MS)
      this.finishedAt.shift()
    const first = this.finishedAt[0]
    if (first === undefined || this.finishedAt.length < 2) return 0
    const seconds = Math.max(1, (now - first) / 1000)
    return Math.round((this.finishedAt.length / seconds) * 10) / 10
  }

  /** Ids of the processes that read, for supervision. */
  get pids(): number[] {
    return this.processes.pids
  }

  /** Reads a picture again, as a page of this sheet; it stays in its sheet. */
  async reread(image: ImageRow, candidate: Candidate): Promise<void> {
    const answer = await this.ask(image, [candidate])
    await this.keep(image, answer, candidate)
  }

  private ask(image: ImageRow, candidates: readonly Candidate[]): Promise<PageAnswer> {
    return this.processes.read({
      bytes: () => this.station.spool.readPicture(image.sha256),
      templates: candidates.map(({ template }) => template),
    })
  }

  private async read(image: ImageRow, candidates: readonly Candidate[]): Promise<void> {
    const { db, disk, log } = this.station
    try {
      const answer = await this.ask(image, candidates)
      const found = candidates[answer.at]
      if (!found) throw new Error(`template ${answer.at} was never asked for`)
      await disk.guarded(() => this.keep(image, answer, found))
      this.finishedAt.push(performance.now())
      this.kills.delete(image.id)
      const now = findImage(db, image.id)
      if (now) this.options.onPage?.(now, answer.reading, found)
    } catch (error) {
      if (this.isStopped && !(error instanceof PageFileError)) return
      // The station ends while there is no room: no fault of the page.
      if (error instanceof DOMException && error.name === 'AbortError') return
      if (error instanceof PageFileError) markUnreadable(db, image.id, error.message)
      else if (this.isAtFault(image, error))
        markUnreadable(
          db,
          image.id,
          '这一页两次使识别程序中断，已跳过，没有影响其他页；请重扫这一页，仍然不行请把图像交给管理员',
        )
      log('page.failed', { image: image.id, error: String(error) })
    }
    this.station.changed()
  }

  private isWanted(image: ImageRow, found: Candidate): boolean {
    const { template } = found
    return this.options
      .candidatesOf(image.batch_id)
      .some((candidate) => candidate.template === template)
  }

  private isAtFault(image: ImageRow, error: unknown): boolean {
    if (!(error instanceof ReaderLost) || error.reason !== 'killed')
      return countReadTry(this.station.db, image.id) >= MAX_TRIES
    const kills = (this.kills.get(image.id) ?? 0) + 1
    this.kills.set(image.id, kills)
    return kills >= MAX_KILLS
  }

  private async keep(image: ImageRow, answer: PageAnswer, found: Candidate): Promise<void> {
    const { db, spool } = this.station
    const { reading, crops, thumbnail, picture, look } = answer
    const { mime, converted } = picture
    let offset = 0
    const record: PageRecord = {
      reading,
      picture: { mime, isConverted: converted !== null },
      crops: crops.map((crop) => {
        const region = reading.regions.find(({ id }) => id === crop.id)
        const placed = {
          region_id: crop.id,
          block_key: crop.blockKey,
          part: crop.part,
          ink_ratio: region?.inkRatio ?? 0,
          width_px: crop.widthPx,
          height_px: crop.heightPx,
          offset,
          length: crop.jpeg.length,
        }
        offset += crop.jpeg.length
        return placed
      }),
    }
    await spool.putPage(image.id, record, {
      crops: Buffer.concat(crops.map((crop) => crop.jpeg)),
      thumb: thumbnail?.jpeg ?? null,
      converted,
    })
    // The batch was ended meanwhile: the page is read again, as what it was scanned for.
    if (found.of === 'elsewhere' && !this.isWanted(image, found)) return
    const kind = kindOf(reading, found)
    updateImageRead(db, image.id, {
      page: kind === 'page' ? reading.page : null,
      kind,
      width_px: reading.widthPx,
      height_px: reading.heightPx,
      mime,
      subject_id: kind === 'page' ? found.subject_id : null,
      look,
      held: null,
    })
  }
}

/** What grouping needs to know of a reading. */
function kindOf(reading: PageReading, { of }: Candidate): PageKind {
  const codes = new Set(reading.issues.map((issue) => issue.code))
  if (of === 'elsewhere' || codes.has('PAGE_OF_OTHER_SHEET') || codes.has('WRONG_TEMPLATE'))
    return 'foreign'
  if (codes.has('BLANK_PAGE') || reading.quality.blank) return 'blank'
  return reading.page !== null && reading.status !== 'rejected' ? 'page' : 'lost'
}
