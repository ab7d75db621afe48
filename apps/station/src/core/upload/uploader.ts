import { readFile } from 'node:fs/promises'
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
import { endsSession, isPassing, type ServerLink } from './server-link.ts'

/** Answers that do not fit what was sent, before a person is asked. */
const MAX_ODD_ANSWERS = 3
const SEND_TIMEOUT_MS = 120_000

type Receipt = ReplyOf<typeof clientMarking>

/**
 * Sends what waits in the outbox, a few sheets at a time. A sheet leaves the outbox only with a receipt
 * that names its id and its hash; where that is missing the server is asked before anything is sent
 * again. The server takes the same sheet twice without harm, so a kill at any point costs at most bytes.
 */
export class Uploader {
  private readonly station: StationContext
  private readonly link: ServerLink
  private readonly parallel: number
  private readonly onSettled: (batchId: string) => void
  private readonly underWay = new Map<string, Promise<void>>()
  private timer: NodeJS.Timeout | null = null
  private isStopped = false

  constructor(
    station: StationContext,
    link: ServerLink,
    options: { parallel: number; onSettled: (batchId: string) => void },
  ) {
    this.station = station
    this.link = link
    this.parallel = options.parallel
    this.onSettled = options.onSettled
  }

  /** Called whenever a sheet was made, a person signed in, or the pause is over. */
  pump(): void {
    if (this.isStopped || !this.link.isSignedIn) return
    const { pauseMs } = this.link
    if (pauseMs > 0) return this.wakeAfter(pauseMs)
    // While the server is away one sheet at a time knocks at its door.
    const lanes = this.link.isReachable ? this.parallel : 1
    const room = lanes - this.underWay.size
    if (room <= 0) return
    for (const upload of selectWaitingUploads(
      this.station.db,
      room,
      new Set(this.underWay.keys()),
    )) {
      const work = this.send(upload).finally(() => {
        this.underWay.delete(upload.sheet_id)
        this.station.changed()
        this.onSettled(upload.batch_id)
        this.pump()
      })
      this.underWay.set(upload.sheet_id, work)
    }
  }

  get isBusy(): boolean {
    return this.underWay.size > 0
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
      markSending(this.station.db, upload.sheet_id)
      const receipt = await this.link.call(
        clientMarking,
        {
          query: {
            exam_id: upload.exam_id,
            subject_id: upload.subject_id,
            sheet_id: upload.sheet_id,
          },
        },
        {
          payload: bytes,
          headers: { [SHEET_CONTAINER.hashHeader]: upload.sha256 },
          timeoutMs: SEND_TIMEOUT_MS,
        },
      )
      if (isReceiptFor(upload, receipt)) this.acknowledge(upload, receipt)
      else this.countOddAnswer(upload, 'RECEIPT_ODD', '服务器的回执与这张答题卡不符')
    } catch (error) {
      this.handleFailure(upload, error)
    }
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

  private async containerOf(upload: WaitingUpload): Promise<Uint8Array<ArrayBuffer> | null> {
    try {
      return new Uint8Array(await readFile(this.station.spool.containerPath(upload.sha256)))
    } catch (error) {
      this.station.log('container.missing', { sheet: upload.sheet_id, error: String(error) })
      markRefused(this.station.db, upload.sheet_id, {
        code: 'CONTAINER_LOST',
        message: '本机的上传文件读不出来，请点「重新生成并上传」；若仍然失败请检查磁盘',
      })
      return null
    }
  }

  private acknowledge(upload: WaitingUpload, receipt: Receipt): void {
    markAcked(this.station.db, upload.sheet_id, receipt)
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
    markRefused(db, upload.sheet_id, { code: error.code, message: error.message })
  }

  /** Damage on the way: sent again a few times, then a person is told. */
  private countOddAnswer(upload: WaitingUpload, code: string, what: string): void {
    if (upload.tries + 1 < MAX_ODD_ANSWERS) {
      noteFailure(this.station.db, upload.sheet_id, `${what}，正在重新上传`)
      return
    }
    markRefused(this.station.db, upload.sheet_id, {
      code,
      message: `${what}，请检查网络设备（代理、网线）后点「重新上传」`,
    })
  }
}

const isReceiptFor = (upload: WaitingUpload, receipt: Receipt | null): receipt is Receipt =>
  receipt?.sheet_id === upload.sheet_id &&
  receipt.sha256 === upload.sha256 &&
  Array.isArray(receipt.exceptions)
