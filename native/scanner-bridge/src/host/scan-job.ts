import { Cancelled, type OpenDevice } from '../drivers/driver.ts'
import type {
  BridgePhase,
  CommandInput,
  DoneEvent,
  ErrorEvent,
  PageEvent,
} from '../protocol/messages.ts'
import { ScanError } from '../protocol/scan-error.ts'
import { sidesOf } from '../protocol/sides.ts'
import { keepPage } from './page-writer.ts'

export interface JobListener {
  /** Resolves when the page can no longer be lost with this process. */
  onPage: (page: PageEvent) => Promise<void>
  onProgress: (phase: BridgePhase) => void
}

/** One pass over the stack in the feeder: sheet by sheet, each on disk before the next is fed. */
export class ScanJob {
  private readonly device: OpenDevice
  private readonly input: CommandInput<'scan'>
  private readonly listener: JobListener
  private readonly sides: 1 | 2
  private images = 0
  private acknowledged = 0
  private stopAfter: 'sheet' | 'now' | null = null
  /** The feeder draws no more, and what it has drawn still comes. */
  private isDraining = false
  private wake: (() => void) | null = null

  constructor(device: OpenDevice, input: CommandInput<'scan'>, listener: JobListener) {
    this.device = device
    this.input = input
    this.listener = listener
    this.sides = sidesOf(device.applied.source)
  }

  get id(): string {
    return this.input.job
  }

  /** Runs to the end. It never throws: how it ended is its answer. */
  async run(): Promise<DoneEvent | ErrorEvent> {
    try {
      this.listener.onProgress('feeding')
      await this.device.begin(this.input)
      return this.done(await this.feed())
    } catch (error) {
      if (error instanceof Cancelled) return this.done('cancelled')
      return this.failed(error)
    } finally {
      // Whatever went wrong, the device must be told that the job is over, or it stays blocked.
      await this.device.end().catch(() => undefined)
    }
  }

  /** The station has kept this sheet. */
  async acknowledge(sheet: number): Promise<void> {
    this.acknowledged = Math.max(this.acknowledged, sheet - this.input.firstSheet + 1)
    this.wake?.()
    await this.device.kept?.(sheet)
  }

  cancel(how: 'after-sheet' | 'now'): void {
    this.stopAfter = how === 'now' ? 'now' : (this.stopAfter ?? 'sheet')
    if (how === 'now') this.device.cancel()
    this.wake?.()
  }

  private get sheets(): number {
    return Math.floor(this.images / this.sides)
  }

  private async feed(): Promise<DoneEvent['reason']> {
    for (;;) {
      const isNewSheet = this.images % this.sides === 0
      if (isNewSheet) {
        await this.waitForRoom()
        if (this.stopAfter && !this.drains()) return 'cancelled'
        const isEnough = this.sheets >= (this.input.limitSheets ?? Number.POSITIVE_INFINITY)
        if (isEnough && !this.drains()) return 'limit'
      }
      if (this.stopAfter === 'now') return 'cancelled'
      this.listener.onProgress('feeding')
      const image = await this.device.next(() => this.listener.onProgress('reading'))
      if (!image) {
        if (!isNewSheet)
          throw new ScanError('INCOMPLETE_SHEET', 'the feeder was empty before the back side', {
            sheetState: 'in-path',
          })
        if (this.images === 0)
          throw new ScanError('NO_DOCS', 'the feeder is empty', { sheetState: 'not-fed' })
        if (!this.isDraining) return 'feeder-empty'
        return this.stopAfter ? 'cancelled' : 'limit'
      }
      this.listener.onProgress('keeping')
      const sheet = this.input.firstSheet + this.sheets
      const side = isNewSheet ? 'front' : 'back'
      const kept = await keepPage(this.input.dir, { sheet, side }, image)
      this.images++
      const { format, width, height, dpi } = image
      await this.listener.onPage({
        event: 'page',
        job: this.id,
        seq: this.images,
        sheet,
        side,
        ...kept,
        format,
        width,
        height,
        dpi,
      })
    }
  }

  /** Asked to feed no more, are there sheets in the paper path that would be lost? */
  private drains(): boolean {
    if (this.stopAfter === 'now') return false
    this.isDraining ||= this.images > 0 && (this.device.stopFeeding?.() ?? false)
    return this.isDraining
  }

  /** Holds the paper back while the station is behind. */
  private async waitForRoom(): Promise<void> {
    const ahead = this.input.ahead ?? Number.POSITIVE_INFINITY
    const isFeeding = () => !this.stopAfter || (this.isDraining && this.stopAfter !== 'now')
    const isBehind = () => isFeeding() && this.sheets - this.acknowledged >= ahead
    while (isBehind()) {
      this.listener.onProgress('waiting')
      await new Promise<void>((wake) => (this.wake = wake))
      this.wake = null
    }
  }

  private done(reason: DoneEvent['reason']): DoneEvent {
    return { event: 'done', job: this.id, reason, sheets: this.sheets, images: this.images }
  }

  private failed(error: unknown): ErrorEvent {
    const fault =
      error instanceof ScanError
        ? error
        : new ScanError('IO_ERROR', String(error), { cause: error })
    return {
      event: 'error',
      job: this.id,
      code: fault.code,
      message: fault.message,
      atSeq: this.images + 1,
      delivered: this.images,
      sheetState: fault.sheetState,
      vendor: fault.vendor,
    }
  }
}
