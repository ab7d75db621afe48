import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { BridgeEvent, BridgePhase, PageEvent } from '../protocol/messages.ts'
import { ScanError } from '../protocol/scan-error.ts'
import type { BridgeProcess } from './bridge-process.ts'
import { endError } from './bridge-process.ts'
import { SheetLedger, type WholeSheet } from './sheet-ledger.ts'
import { SilenceWatch } from './silence-watch.ts'
import type { Timeouts } from './timeouts.ts'

/** An image whose bytes are those that the bridge announced. */
export interface DeliveredPage extends PageEvent {
  content: Buffer
}

export interface DeliveredSheet {
  number: number
  pages: readonly DeliveredPage[]
}

export interface ScanRequest {
  job: string
  /** Where the bridge puts the pages; empty, and this job's alone. */
  dir: string
  /** Number of the sheet on top of the stack. */
  firstSheet: number
  limitSheets?: number | undefined
  /** Sheets that may wait to be kept before feeding pauses. */
  ahead: number
  /** Keeps a sheet for good. Only when it resolves does the sheet count. */
  onSheet: (sheet: DeliveredSheet) => Promise<void>
}

/** How a pass over the stack ended. Paper after `lastGoodSheet` has to be fed again, whatever came of it. */
export interface ScanOutcome {
  end: 'feeder-empty' | 'limit' | 'paused' | 'stopped' | 'interrupted'
  fault: ScanError | null
  /** `firstSheet - 1` when there is none. */
  lastGoodSheet: number
}

/** One job on a bridge process: whole sheets in order, each kept before it counts. */
export class ScanRun {
  private readonly bridge: BridgeProcess
  private readonly request: ScanRequest
  private readonly timeouts: Timeouts
  private readonly ledger: SheetLedger
  private readonly silence: SilenceWatch
  private lastGood: number
  private keeping: Promise<void> = Promise.resolve()
  /** A sheet that could not be kept. */
  private failure: ScanError | null = null
  /** What the bridge said that cannot be. */
  private breach: ScanError | null = null
  private isOver = false
  private asked: 'paused' | 'stopped' | null = null
  private finish: (outcome: { reason: ScanOutcome['end']; fault: ScanError | null }) => void = () =>
    undefined

  constructor(
    bridge: BridgeProcess,
    request: ScanRequest,
    options: { sides: 1 | 2; timeouts: Timeouts },
  ) {
    this.bridge = bridge
    this.request = request
    this.timeouts = options.timeouts
    this.lastGood = request.firstSheet - 1
    this.ledger = new SheetLedger(request.firstSheet, options.sides)
    this.silence = new SilenceWatch(null, () =>
      bridge.kill('hang', 'the driver has not moved for too long'),
    )
  }

  /** Runs to the end; it never throws. */
  async run(): Promise<ScanOutcome> {
    const { job, dir, firstSheet, limitSheets, ahead } = this.request
    const over = new Promise<{ reason: ScanOutcome['end']; fault: ScanError | null }>(
      (resolve) =>
        (this.finish = (outcome) => {
          this.isOver = true
          resolve(outcome)
        }),
    )
    void this.bridge.ended.then((end) =>
      this.finish({ reason: 'interrupted', fault: endError(end) }),
    )
    this.bridge.onEvent = (event) => this.take(event)
    this.silence.expect(this.timeouts.feeding)
    this.bridge
      .request(
        'scan',
        { job, dir, firstSheet, ahead, ...(limitSheets === undefined ? {} : { limitSheets }) },
        this.timeouts.open,
      )
      .catch((fault: ScanError) => this.finish({ reason: 'interrupted', fault }))
    const { reason, fault } = await over
    this.silence.stop()
    this.bridge.onEvent = () => undefined
    // What was delivered whole before the trouble is kept before anybody is told.
    await this.keeping
    const why = this.failure ?? this.breach ?? fault
    return { end: why ? 'interrupted' : reason, fault: why, lastGoodSheet: this.lastGood }
  }

  /** After the sheet that is being read, or at once. */
  cancel(how: 'after-sheet' | 'now'): void {
    this.asked = how === 'now' ? 'stopped' : (this.asked ?? 'paused')
    const { job } = this.request
    this.bridge.request('cancel', { job, how }, this.timeouts.stopping).catch(() => undefined)
    if (how === 'now') this.silence.expect(this.timeouts.stopping)
  }

  private take(event: BridgeEvent): void {
    if (event.event === 'progress') this.silence.expect(this.patienceIn(event.phase))
    if (this.isOver || !('job' in event) || event.job !== this.request.job) return
    if (event.event === 'page') this.takePage(event)
    else if (event.event === 'error')
      this.finish({
        reason: 'interrupted',
        fault: new ScanError(event.code, event.message, {
          sheetState: event.sheetState,
          vendor: event.vendor,
        }),
      })
    else if (event.images !== this.ledger.imageCount)
      this.distrust(`says ${event.images} images, told ${this.ledger.imageCount}`)
    else
      this.finish({
        reason: event.reason === 'cancelled' ? (this.asked ?? 'stopped') : event.reason,
        fault: null,
      })
  }

  private patienceIn(phase: BridgePhase): number | null {
    switch (phase) {
      case 'feeding':
      case 'reading':
      case 'keeping':
        return this.timeouts[phase]
      case 'waiting':
      case 'idle':
        // Waiting for us, or over.
        return null
    }
  }

  private takePage(page: PageEvent): void {
    try {
      const sheet = this.ledger.add(page)
      if (sheet) this.keeping = this.keeping.then(() => this.keep(sheet))
    } catch (error) {
      this.distrust(String(error))
    }
  }

  private async keep(sheet: WholeSheet): Promise<void> {
    // After a sheet that was lost, those behind it have to be fed again too.
    if (this.failure) return
    try {
      const pages: DeliveredPage[] = []
      for (const page of sheet.pages) pages.push({ ...page, content: await this.read(page) })
      await this.request.onSheet({ number: sheet.number, pages })
      this.lastGood = sheet.number
      const { job } = this.request
      this.bridge
        .request('ack', { job, sheet: sheet.number }, this.timeouts.stopping)
        .catch(() => undefined)
    } catch (error) {
      this.failure = keepingError(error)
      if (this.failure.code === 'PROTOCOL') this.bridge.kill('protocol', this.failure.message)
      else this.cancel('now')
    }
  }

  private async read(page: PageEvent): Promise<Buffer> {
    const content = await readFile(path.join(this.request.dir, page.file)).catch(
      (error: unknown) => {
        throw new ScanError('PROTOCOL', `announced and not there: ${page.file}`, { cause: error })
      },
    )
    const sha256 = createHash('sha256').update(content).digest('hex')
    if (content.length === page.bytes && sha256 === page.sha256) return content
    throw new ScanError('PROTOCOL', `not what was announced: ${page.file}`)
  }

  /** A bridge that contradicts itself is not asked again. */
  private distrust(detail: string): void {
    this.breach ??= new ScanError('PROTOCOL', detail)
    this.isOver = true
    this.bridge.kill('protocol', detail)
  }
}

function keepingError(error: unknown): ScanError {
  if (error instanceof ScanError) return error
  const { code } = error as NodeJS.ErrnoException
  const isFull = code === 'ENOSPC' || code === 'EDQUOT'
  return new ScanError(isFull ? 'DISK_FULL' : 'IO_ERROR', String(error), {
    sheetState: 'unknown',
    cause: error,
  })
}
