import {
  clientMarking,
  clientMarkingCheck,
  type ReplyOf,
  SHEET_CONTAINER,
} from '@hengjuan/contracts'
import { CallError } from '@hengjuan/client'
import type { StationContext } from '../context.ts'
import {
  markAcked,
  markRefused,
  markSending,
  noteFailure,
  selectWaitingUploads,
  type WaitingUpload,
} from '../store/outbox.store.ts'
import { endsSession, isPassing } from './call-failure.ts'
import type { ServerLink } from './server-link.ts'
import { throttled } from './throttled.ts'
import { TokenBucket } from './token-bucket.ts'
import { UploadMeter } from './upload-meter.ts'

/** Answers that do not fit what was sent, before a person is asked. */
const MAX_ODD_ANSWERS = 3
/** Until a line that lets nothing through is given up; a slow one gets more, by the size of the sheet. */
const ANSWER_WITHIN_MS = 60_000
const SLOWEST_BYTES_PER_SECOND = 16 * 1024
/** After something that was no answer of the server: a disk without room, a mistake of ours. */
const RETRY_AFTER_TROUBLE_MS = 5000

type Receipt = ReplyOf<typeof clientMarking>

export interface UploaderOptions {
  /** Sheets under way at a time. */
  parallel: number
  /** What all uploads together may use; 0 means as much as there is. */
  bytesPerSecond: () => number
  /** Packs a sheet again whose container is not there; null when that gives something else. */
  repack: (upload: WaitingUpload) => Promise<Uint8Array<ArrayBuffer> | null>
  onSettled: (batchId: string) => void
}

/**
 * Sends what waits in the outbox, oldest first, a few sheets at a time. A sheet leaves the outbox only
 * with a receipt that names its id and its hash; where that is missing the server is asked before
 * anything is sent again. The server takes the same sheet twice without harm, so a kill at any point
 * costs at most bytes.
 */
export class Uploader {
  private readonly station: StationContext
  private readonly link: ServerLink
  private readonly options: UploaderOptions
  private readonly bucket: TokenBucket
  private readonly meter = new UploadMeter()
  private readonly underWay = new Map<string, Promise<void>>()
  private timer: NodeJS.Timeout | null = null
  private resumeAt = 0
  private isStopped = false

  constructor(station: StationContext, link: ServerLink, options: UploaderOptions) {
    this.station = station
    this.link = link
    this.options = options
    this.bucket = new TokenBucket(options.bytesPerSecond)
  }

  /** Called whenever a sheet was made, a person signed in, or the pause is over. */
  pump(): void {
    if (this.isStopped || !this.link.isSignedIn) return
    const pauseMs = Math.max(this.link.pauseMs, this.resumeAt - performance.now())
    if (pauseMs > 0) return this.wakeAfter(pauseMs)
    // While the server is away one sheet at a time knocks at its door.
    const lanes = this.link.isReachable ? this.options.parallel : 1
    const room = lanes - this.underWay.size
    if (room <= 0) return
    const underWay = new Set(this.underWay.keys())
    for (const upload of selectWaitingUploads(this.station.db, room, underWay)) {
      const work = this.send(upload)
        .catch((error: unknown) => this.noteTrouble(upload, error))
        .finally(() => {
          this.underWay.delete(upload.sheet_id)
          this.station.changed()
          this.options.onSettled(upload.batch_id)
          this.pump()
        })
      this.underWay.set(upload.sheet_id, work)
    }
  }

  /** The limit has changed: what waits by the old one goes by the new. */
  limitChanged(): void {
    this.bucket.reconsider()
  }

  get isBusy(): boolean {
    return this.underWay.size > 0
  }

  /** Of the last minute, per second. */
  get rate(): { bytes: number; sheets: number } {
    return this.meter.rate
  }

  async stop(): Promise<void> {
    this.isStopped = true
    if (this.timer) clearTimeout(this.timer)
    await Promise.allSettled(this.underWay.values())
  }

  private wakeAfter(ms: number): void {
    if (this.timer) clearTimeout(this.timer)
    this.timer = setTimeout(() => this.pump(), ms + 5)
  }

  private async send(upload: WaitingUpload): Promise<void> {
    try {
      if (upload.unsure && (await this.isKnownToServer(upload))) return
      const bytes = await this.containerOf(upload)
      if (!bytes) return
      if (!markSending(this.station.db, upload)) return
      const { exam_id, subject_id, sheet_id, sha256 } = upload
      const limit = this.options.bytesPerSecond()
      const receipt = await this.link.call(
        clientMarking,
        { query: { exam_id, subject_id, sheet_id } },
        {
          payload: limit > 0 ? throttled(bytes, this.bucket) : bytes,
          headers: { [SHEET_CONTAINER.hashHeader]: sha256 },
          timeoutMs: this.timeFor(bytes.length, limit),
        },
      )
      if (isReceiptFor(upload, receipt)) this.acknowledge(upload, receipt)
      else this.countOddAnswer(upload, 'RECEIPT_ODD', '服务器的回执与这张答题卡不符')
    } catch (error) {
      this.handleFailure(upload, error)
    }
  }

  private timeFor(bytes: number, limit: number): number {
    const shared = limit > 0 ? limit / this.options.parallel : SLOWEST_BYTES_PER_SECOND
    return ANSWER_WITHIN_MS + (bytes / Math.min(shared, SLOWEST_BYTES_PER_SECOND)) * 1000
  }

  private async isKnownToServer(upload: WaitingUpload): Promise<boolean> {
    const { exam_id, subject_id, sheet_id } = upload
    const known = await this.link.call(clientMarkingCheck, {
      query: { exam_id, subject_id, ids: [sheet_id] },
    })
    const found = known.find((sheet) => sheet.sheet_id === sheet_id)
    if (found?.sha256 !== upload.sha256) return false
    this.acknowledge(upload, { ...found, duplicate: true, exceptions: [] })
    return true
  }

  /** What is sent; a container that has gone is packed again from the pages. */
  private async containerOf(upload: WaitingUpload): Promise<Uint8Array<ArrayBuffer> | null> {
    const { spool, log, db } = this.station
    try {
      return new Uint8Array(await spool.readContainer(upload.sha256))
    } catch (error) {
      log('container.missing', { sheet: upload.sheet_id, error: String(error) })
    }
    const packed = await this.options.repack(upload).catch((error: unknown) => {
      log('container.lost', { sheet: upload.sheet_id, error: String(error) })
      return null
    })
    if (packed) return packed
    markRefused(db, upload, {
      code: 'CONTAINER_LOST',
      message: '本机的上传文件读不出来，请点「重新生成并上传」；若仍然失败请检查磁盘',
    })
    return null
  }

  private acknowledge(upload: WaitingUpload, receipt: Receipt): void {
    markAcked(this.station.db, upload, receipt)
    this.meter.add(upload.bytes)
    // The packed copy has served: it can be made again from the pages. The next start removes what stays.
    void this.station.spool.dropContainer(upload.sha256).catch(() => undefined)
  }

  private handleFailure(upload: WaitingUpload, error: unknown): void {
    const { db, log } = this.station
    if (!(error instanceof CallError)) throw error
    if (isPassing(error) || endsSession(error)) {
      // The sheet keeps its place; the link's pause or a person's sign-in sends it again.
      if (error.status !== 0) noteFailure(db, upload.sheet_id, error.message)
      return
    }
    log('upload.refused', { sheet: upload.sheet_id, code: error.code, status: error.status })
    if (error.code === 'SCAN_CHECKSUM_MISMATCH')
      return this.countOddAnswer(upload, error.code, '文件多次在上传途中损坏')
    markRefused(db, upload, { code: error.code, message: error.message })
  }

  /** Damage on the way: sent again a few times, then a person is told. */
  private countOddAnswer(upload: WaitingUpload, code: string, what: string): void {
    if (upload.tries + 1 < MAX_ODD_ANSWERS) {
      noteFailure(this.station.db, upload.sheet_id, `${what}，正在重新上传`)
      return
    }
    markRefused(this.station.db, upload, {
      code,
      message: `${what}，请检查网络设备（代理、网线）后点「重新上传」`,
    })
  }

  /** Not even the outcome could be recorded. The sheet waits where it was; the server is asked first. */
  private noteTrouble(upload: WaitingUpload, error: unknown): void {
    this.station.disk.note(error)
    this.station.log('upload.failed', { sheet: upload.sheet_id, error: String(error) })
    this.resumeAt = performance.now() + RETRY_AFTER_TROUBLE_MS
  }
}

const isReceiptFor = (upload: WaitingUpload, receipt: Receipt | null): receipt is Receipt =>
  receipt?.sheet_id === upload.sheet_id &&
  receipt.sha256 === upload.sha256 &&
  Array.isArray(receipt.exceptions)
