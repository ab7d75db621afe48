import type { StationContext } from '../context.ts'
import { Turns } from '../turns.ts'
import {
  type BatchRow,
  isOpenNow,
  selectUnfinishedBatches,
  findBatch,
  updateBatchProblem,
} from '../store/batch.store.ts'
import { selectTakenFiles } from '../store/image.store.ts'
import { type FileMark, FolderWatch } from './folder-watch.ts'
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

/** Watches the folders of all open batches. */
export class Intake {
  private readonly station: StationContext
  private readonly times: IntakeTimes
  private readonly options: IntakeOptions
  private readonly watches = new Map<string, { watch: FolderWatch; taken: Map<string, FileMark> }>()
  private timer: NodeJS.Timeout | null = null
  /** One look at a time: a folder is closed when nobody is taking a picture from it. */
  private readonly looks = new Turns()
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
    await this.looks.rest()
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
      await this.looks.take(() => this.lookAt(batch))
      if (this.lost.has(batch.id)) return leftBehind(batch.folder)
      if (before === 0 && this.waitingIn(batch) === 0) return ''
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
      void this.looks.take(() => this.lookAtAll()).finally(() => this.plan(this.times.pollMs))
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
    const { watch, taken } = this.watchOf(batch)
    try {
      const found = await watch.look(taken)
      this.lost.delete(batch.id)
      this.waiting.set(batch.id, found.length + watch.unsettled)
      for (const file of found) {
        await this.options.whenRead(this.stopping.signal)
        if (this.isStopped) return
        const forSeq = this.options.rescanOf(batch.id)
        const outcome = await takeFile(this.station, batch.id, file, forSeq)
        if (outcome === 'changed' || outcome === 'closed') break
        taken.set(file.name, file)
        watch.forget(file.name)
        if (outcome !== 'known') {
          changed()
          this.options.onTaken()
        }
      }
      const said = findBatch(db, batch.id)?.problem ?? ''
      const isOurs = said === '' || said.startsWith(FOLDER_LOST) || said.startsWith(OTHER_FILES)
      if (isOurs && updateBatchProblem(db, batch.id, othersText(watch.others))) changed()
    } catch (error) {
      log('folder.failed', { batch: batch.id, error: String(error) })
      this.waiting.set(batch.id, 0)
      // Said for the whole station; the files wait in their folder, and the next look goes on.
      if (this.station.disk.note(error)) return
      this.lost.add(batch.id)
      if (updateBatchProblem(db, batch.id, problemOf(error, batch.folder))) changed()
    }
  }

  private watchOf(batch: BatchRow) {
    let entry = this.watches.get(batch.id)
    if (!entry) {
      const taken = new Map<string, FileMark>()
      for (const image of selectTakenFiles(this.station.db, batch.id))
        taken.set(image.name, { size: image.source_size, mtimeMs: image.source_mtime_ms })
      entry = { watch: new FolderWatch(batch.folder, this.times.stableMs), taken }
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
const OTHER_FILES = '文件夹里有不能收的文件'

/** What a copier leaves as PDF would otherwise be waited for in silence. */
const othersText = ([first, ...more]: readonly string[]): string => {
  if (first === undefined) return ''
  const names = more.length > 0 ? `「${first}」等 ${more.length + 1} 个` : `「${first}」`
  return `${OTHER_FILES}：${names}。请把扫描软件设成 JPEG、PNG 或 TIFF，一页一个文件，重新存一遍；然后删除这些文件`
}

function problemOf(error: unknown, folder: string): string {
  const code = (error as NodeJS.ErrnoException).code
  if (code === 'ENOSPC')
    return `${FOLDER_LOST}里有新图像，但本机磁盘已满，请清理空间，扫描站会自动继续`
  return `${FOLDER_LOST}打不开（${folder}），请检查网络盘或移动盘是否断开，恢复后自动继续`
}
