import path from 'node:path'
import type { StationContext } from '../context.ts'
import { SerialQueue } from '../serial-queue.ts'
import {
  type BatchRow,
  isOpenNow,
  selectUnfinishedBatches,
  findBatch,
  updateBatchProblem,
} from '../store/batch.store.ts'
import { selectTakenFiles } from '../store/image.store.ts'
import { selectSplitFiles } from '../store/split-file.store.ts'
import { type FileMark, FolderWatch, type FoundFile, isSame, markOf } from './folder-watch.ts'
import type { SplitRefusal } from './split/split-answer.ts'
import {
  copyText,
  goneText,
  LEFT_FILES,
  leftFilesText,
  othersText,
  refusalText,
} from './split/split-words.ts'
import { isSplitName, takePages } from './split/take-pages.ts'
import { takeFile } from './take-file.ts'

/** How often a folder is looked at, and how long a file must lie still. */
export interface IntakeTimes {
  pollMs: number
  stableMs: number
}

export interface IntakeOptions {
  onTaken: () => void
  /** Resolves when not too many pages wait to be read. */
  whenRead: (signal: AbortSignal) => Promise<void>
  /** Position of the sheet whose paper is waited for; null when none is. */
  rescanOf: (batchId: string) => number | null
}

interface Watched {
  watch: FolderWatch
  taken: Map<string, FileMark>
  /** Files that gave no pages, as they were then. */
  refused: Map<string, FileMark & { refusal: SplitRefusal }>
}

/** Watches the folders of all open batches. */
export class Intake {
  private readonly station: StationContext
  private readonly times: IntakeTimes
  private readonly options: IntakeOptions
  private readonly watches = new Map<string, Watched>()
  private timer: NodeJS.Timeout | null = null
  /** One look at a time: a folder is closed when nobody is taking a picture from it. */
  private readonly queue = new SerialQueue()
  private readonly stopping = new AbortController()
  private isStopped = false

  constructor(station: StationContext, times: IntakeTimes, options: IntakeOptions) {
    this.station = station
    this.times = times
    this.options = options
  }

  start(): void {
    this.plan(0)
  }

  async stop(): Promise<void> {
    this.isStopped = true
    this.stopping.abort()
    if (this.timer) clearTimeout(this.timer)
    await this.queue.whenIdle()
  }

  /**
   * One more look at a folder until nothing new lies still in it: before a batch is closed.
   *
   * @returns Chinese, why pictures may still lie in the folder; empty when none do. The batch can be
   *   closed all the same: what was taken is safe.
   */
  async drain(batch: BatchRow): Promise<string> {
    if (!hasFolder(batch)) return ''
    for (let looks = 0; looks < 1000; looks++) {
      const before = this.waitingIn(batch)
      await this.queue.run(() => this.lookAt(batch))
      if (this.lost.has(batch.id)) return leftBehind(batch.folder)
      if (before === 0 && this.waitingIn(batch) === 0) return this.leftIn(batch)
      await new Promise((next) => setTimeout(next, Math.min(200, this.times.stableMs)))
    }
    return `文件夹（${batch.folder}）里一直有新图像写入，请确认扫描软件已经停下，没有收到的图像请新建批次再收`
  }

  /** Batches whose folder could not be read at the last look. */
  private readonly lost = new Set<string>()

  private readonly waiting = new Map<string, number>()
  private waitingIn = (batch: BatchRow): number => this.waiting.get(batch.id) ?? 0

  private plan(delayMs: number): void {
    if (this.isStopped) return
    this.timer = setTimeout(() => {
      void this.queue.run(() => this.lookAtAll()).finally(() => this.plan(this.times.pollMs))
    }, delayMs)
  }

  private async lookAtAll(): Promise<void> {
    for (const batch of selectUnfinishedBatches(this.station.db)) {
      if (this.isStopped) return
      if (this.station.disk.isFull) return
      if (hasFolder(batch) && isOpenNow(this.station.db, batch.id)) await this.lookAt(batch)
    }
  }

  private async lookAt(batch: BatchRow): Promise<void> {
    const { db, changed, log } = this.station
    const watched = this.watchOf(batch)
    const { watch, taken } = watched
    try {
      const found = await watch.look(taken)
      this.lost.delete(batch.id)
      this.waiting.set(batch.id, found.length + watch.unsettled)
      for (const file of found) {
        await this.options.whenRead(this.stopping.signal)
        if (this.isStopped) return
        const outcome = await this.takeIn(batch, file, watched)
        if (outcome === 'later') break
        taken.set(file.name, file)
        watch.forget(file.name)
        if (outcome === 'new') this.tell()
      }
      const said = findBatch(db, batch.id)?.problem ?? ''
      const isOurs = said === '' || said.startsWith(FOLDER_LOST) || said.startsWith(LEFT_FILES)
      const left = leftFilesText(await this.leftFiles(batch, watched))
      if (isOurs && updateBatchProblem(db, batch.id, left)) changed()
    } catch (error) {
      log('folder.failed', { batch: batch.id, error: String(error) })
      this.waiting.set(batch.id, 0)
      // Said for the whole station; the files wait in their folder, and the next look goes on.
      if (this.station.disk.note(error)) return
      this.lost.add(batch.id)
      if (updateBatchProblem(db, batch.id, problemOf(error, batch.folder))) changed()
    }
  }

  /** Takes a file, page by page where it has several; `later`: it could not be taken to its end now. */
  private async takeIn(
    batch: BatchRow,
    file: FoundFile,
    { refused }: Watched,
  ): Promise<'new' | 'known' | 'later'> {
    const rescanOf = () => this.options.rescanOf(batch.id)
    if (isSplitName(file.name)) {
      const folder = path.dirname(file.file)
      const outcome = await takePages(this.station, batch.id, file, {
        isThere: async (name) => (await markOf(path.join(folder, name))) !== null,
        whenRoom: () => this.options.whenRead(this.stopping.signal),
        isStopped: () => this.isStopped || this.station.disk.isFull,
        rescanOf,
        onPage: () => this.tell(),
      })
      refused.delete(file.name)
      if (outcome.kind === 'refused') refused.set(file.name, { ...file, refusal: outcome.refusal })
      if (outcome.kind === 'changed' || outcome.kind === 'closed' || outcome.kind === 'stopped')
        return 'later'
      if (outcome.kind !== 'single') return 'known'
    }
    const outcome = await takeFile(this.station, batch.id, file, rescanOf())
    if (outcome === 'changed' || outcome === 'closed') return 'later'
    return outcome === 'known' ? 'known' : 'new'
  }

  private tell(): void {
    this.station.changed()
    this.options.onTaken()
  }

  /** Chinese, one sentence for each file that is still in the folder or ought to be. */
  private async leftFiles(batch: BatchRow, { watch, refused }: Watched): Promise<string[]> {
    const texts: string[] = []
    for (const [name, file] of refused) {
      const mark = await markOf(path.join(batch.folder, name))
      if (mark && isSame(file, mark)) texts.push(refusalText(name, file.refusal))
    }
    for (const { name, copy_of, taken, pages } of selectSplitFiles(this.station.db, batch.id)) {
      const isThere = (await markOf(path.join(batch.folder, name))) !== null
      if (copy_of !== null && isThere) texts.push(copyText(name, copy_of))
      if (taken < pages && copy_of === null && !isThere) texts.push(goneText(name, taken, pages))
    }
    return [...texts, ...othersText(watch.others)]
  }

  /** What is said of the folder at the end of a batch. */
  private leftIn(batch: BatchRow): string {
    const said = findBatch(this.station.db, batch.id)?.problem ?? ''
    return said.startsWith(LEFT_FILES) ? said : ''
  }

  private watchOf(batch: BatchRow): Watched {
    const { db } = this.station
    let entry = this.watches.get(batch.id)
    if (!entry) {
      const taken = new Map<string, FileMark>()
      for (const image of selectTakenFiles(db, batch.id))
        taken.set(image.name, { size: image.source_size, mtimeMs: image.source_mtime_ms })
      for (const { name, taken: count, pages, ...file } of selectSplitFiles(db, batch.id))
        if (count === pages || file.copy_of !== null)
          taken.set(name, { size: file.source_size, mtimeMs: file.source_mtime_ms })
      const watch = new FolderWatch(batch.folder, this.times.stableMs)
      entry = { watch, taken, refused: new Map() }
      this.watches.set(batch.id, entry)
    }
    return entry
  }
}

/** A batch whose pages come straight from a scanner watches none. */
const hasFolder = (batch: BatchRow): boolean => batch.folder !== ''

const leftBehind = (folder: string): string =>
  `文件夹打不开（${folder}），批次照常结束，已收到的图像不受影响；请检查网络盘或移动盘，里面若还有图像，请新建批次再收`

const FOLDER_LOST = '监视的文件夹'

function problemOf(error: unknown, folder: string): string {
  const code = (error as NodeJS.ErrnoException).code
  if (code === 'ENOSPC')
    return `${FOLDER_LOST}里有新图像，但本机磁盘已满，请清理空间，扫描站会自动继续`
  return `${FOLDER_LOST}打不开（${folder}），请检查网络盘或移动盘是否断开，恢复后自动继续`
}
