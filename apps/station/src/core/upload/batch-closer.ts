import { batchHashOf, clientComplete } from '@hengjuan/contracts'
import { CallError } from '@hengjuan/client'
import type { StationContext } from '../context.ts'
import {
  type BatchRow,
  countBatch,
  findBatch,
  selectUnfinishedBatches,
  updateBatchProblem,
  updateBatchState,
} from '../store/batch.store.ts'
import { hasPendingSuperseded } from '../store/superseded.store.ts'
import { closeLot, type LotRow, selectLots } from '../store/lot.store.ts'
import { markWaiting, selectLotUploads } from '../store/outbox.store.ts'
import { isUndecided } from '../store/stack-twice.ts'
import { Rounds } from '../rounds.ts'
import { endsSession, isPassing } from './call-failure.ts'
import type { ServerLink } from './server-link.ts'

/** Closes batches: only when the server holds exactly the sheets that the station made. */
export class BatchCloser {
  private readonly station: StationContext
  private readonly link: ServerLink
  private readonly onMissing: () => void
  private readonly rounds = new Map<string, Rounds>()
  /** Of which the server is just being told. */
  private readonly telling = new Set<string>()
  private isStopped = false

  constructor(station: StationContext, link: ServerLink, onMissing: () => void) {
    this.station = station
    this.link = link
    this.onMissing = onMissing
  }

  pumpAll(): void {
    for (const batch of selectUnfinishedBatches(this.station.db))
      if (batch.state === 'closing') void this.pump(batch.id)
  }

  pump(batchId: string): Promise<void> {
    if (this.isStopped) return Promise.resolve()
    let rounds = this.rounds.get(batchId)
    if (!rounds) {
      rounds = new Rounds(() =>
        this.tryToClose(batchId).catch((error: unknown) => this.note(batchId, error)),
      )
      this.rounds.set(batchId, rounds)
    }
    return rounds.ask()
  }

  /** Is the server told, or being told, that a part of the batch is complete? Then no page can join it. */
  isEnding = (batchId: string): boolean =>
    this.telling.has(batchId) ||
    selectLots(this.station.db, batchId).some(({ closed_at }) => closed_at !== null)

  async stop(): Promise<void> {
    this.isStopped = true
    await Promise.allSettled([...this.rounds.values()].map((rounds) => rounds.rest()))
  }

  private async tryToClose(batchId: string): Promise<void> {
    const { db } = this.station
    const batch = findBatch(db, batchId)
    if (batch?.state !== 'closing') return
    const obstacle = obstacleOf(this.station, batch)
    if (obstacle !== null) {
      if (updateBatchProblem(db, batchId, obstacle)) this.station.changed()
      return
    }
    // To the server every subject of the stack is a batch of its own.
    for (const lot of selectLots(db, batchId)) {
      if (lot.closed_at !== null) continue
      this.telling.add(batchId)
      const isClosed = await this.closeLot(batch, lot).finally(() => this.telling.delete(batchId))
      if (!isClosed) return
    }
    this.finish(batch)
  }

  private async closeLot(batch: BatchRow, lot: LotRow): Promise<boolean> {
    const { db } = this.station
    const uploads = selectLotUploads(db, lot)
    if (uploads.length === 0) {
      closeLot(db, lot, this.station.now())
      return true
    }
    if (!this.link.isSignedIn || this.link.pauseMs > 0) return false
    const answer = await this.link.call(clientComplete, {
      body: {
        exam_id: batch.exam_id,
        subject_id: lot.subject_id,
        batch_id: lot.upload_batch_id,
        count: uploads.length,
        sheets_hash: await batchHashOf(uploads.map((upload) => upload.sha256)),
        sheet_ids: uploads.map((upload) => upload.sheet_id),
      },
    })
    if (answer.closed) closeLot(db, lot, answer.closed_at ?? this.station.now())
    else this.handleDifference(batch, lot, answer)
    return answer.closed
  }

  private handleDifference(
    batch: BatchRow,
    lot: LotRow,
    answer: { missing_ids: string[]; unknown_ids: string[]; server_count: number },
  ): void {
    const { db } = this.station
    const own = new Set(selectLotUploads(db, lot).map((upload) => upload.sheet_id))
    const missing = answer.missing_ids.filter((id) => own.has(id))
    db.transaction(() => missing.forEach((id) => markWaiting(db, id)))()
    // What is missing is sent again by itself; only what the station does not know needs a person.
    updateBatchProblem(db, batch.id, missing.length > 0 ? '' : differenceOf(answer))
    this.station.changed()
    if (missing.length > 0) this.onMissing()
  }

  private finish(batch: BatchRow): void {
    this.rounds.delete(batch.id)
    const { db, spool } = this.station
    const lots = selectLots(db, batch.id)
    const closedAt = lots.map(({ closed_at }) => closed_at ?? '').reduce(latest, '')
    db.transaction(() => {
      updateBatchState(db, batch.id, {
        state: 'closed',
        closed_at: closedAt === '' ? this.station.now() : closedAt,
      })
      updateBatchProblem(db, batch.id, '')
    })()
    this.station.changed()
    // The pictures stay; the packed copies have served.
    for (const lot of lots)
      for (const { sha256 } of selectLotUploads(db, lot)) void spool.dropContainer(sha256)
  }

  private note(batchId: string, error: unknown): void {
    if (!(error instanceof CallError)) {
      this.station.disk.note(error)
      this.station.log('close.failed', { batch: batchId, error: String(error) })
      return
    }
    if (isPassing(error) || endsSession(error)) return
    if (updateBatchProblem(this.station.db, batchId, error.message)) this.station.changed()
  }
}

const latest = (a: string, b: string): string => (a > b ? a : b)

const differenceOf = (answer: { unknown_ids: string[]; server_count: number }): string =>
  answer.unknown_ids.length > 0
    ? `服务器在本批次多出 ${answer.unknown_ids.length} 张本站没有的答题卡，请管理员在异常处理中核对后再结束`
    : `服务器核对的内容与本站不一致（服务器 ${answer.server_count} 张），请联系管理员`

/** What must happen before the server is asked: a sentence, empty while the station works on it; null when nothing. */
function obstacleOf({ db }: StationContext, batch: BatchRow): string | null {
  const counts = countBatch(db, batch.id)
  if (counts.unreadable > 0)
    return `有 ${counts.unreadable} 张图像无法识别，请重新扫描或丢弃后，批次自动结束`
  if (isUndecided(batch.twice))
    return '这一叠以前扫过，请先在「待处理」里选择怎样处理，批次自动结束'
  if (counts.held > 0)
    return `有 ${counts.held} 张图像是别的科目的答题卡，请在「待处理」里选择取出或一起扫描，批次自动结束`
  if (counts.refused > 0)
    return `有 ${counts.refused} 张答题卡没有被服务器接收，请在异常中处理后，批次自动结束`
  if (hasPendingSuperseded(db, batch.id)) return ''
  return counts.read < counts.images || counts.loose > 0 || counts.to_upload > 0 ? '' : null
}
