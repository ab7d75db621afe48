import type { ScanError } from '../../protocol/scan-error.ts'
import { LAYOUTS, putPointer } from './layouts.ts'
import type { Pointer } from './native-memory.ts'
import type { SourceIdentity, SourceManager } from './source-manager.ts'
import { DAT, DG, MSG, RC } from './triplets.ts'

/** How often is looked for what a source has to say. */
const LOOK_EVERY_MS = 5

/** Lets everything else of this process have its turn: commands, heartbeats, files. */
export const takeTurns = (): Promise<void> => new Promise((done) => setImmediate(done))

/**
 * An open source and where it stands: 4 open, 5 enabled, 6 an image is ready, 7 an image is under way.
 * Whatever happened, `unwindTo` brings it back.
 *
 * @source TWAIN 2.4 specification, chapter 2: the seven states
 */
export class TwainSession {
  readonly manager: SourceManager
  readonly source: SourceIdentity
  private now: 3 | 4 | 5 | 6 | 7 = 3
  /** What the source has told last: an image is ready, or it wants to be closed. */
  private told: number = MSG.reset
  /** Functions that sources may call are never given back. */
  private static callback: Pointer | null = null
  private static listener: (msg: number) => void = () => undefined

  /** Opens the source. @throws ScanError */
  constructor(manager: SourceManager, source: SourceIdentity) {
    this.manager = manager
    this.source = source
    manager.openSource(source)
    this.now = 4
    TwainSession.listener = (msg) => (this.told = msg)
    if (!manager.isNew) return
    TwainSession.callback ??= manager.registered((msg) => TwainSession.listener(msg))
    const callback = Buffer.alloc(LAYOUTS.Callback.size)
    putPointer(callback, LAYOUTS.Callback.CallBackProc, TwainSession.callback)
    // One that refuses tells by messages of Windows, as before TWAIN 2.
    this.call(DG.control, DAT.callback, MSG.registerCallback, callback)
  }

  get state(): number {
    return this.now
  }

  call(dg: number, dat: number, msg: number, data: Buffer | Pointer | null): number {
    return this.manager.call(this.source, dg, dat, msg, data)
  }

  /** @throws ScanError unless the call ended in one of `fine` */
  need(
    operation: string,
    [dg, dat, msg]: readonly [number, number, number],
    data: Buffer,
    fine: readonly number[] = [RC.success],
  ): number {
    const rc = this.call(dg, dat, msg, data)
    if (fine.includes(rc)) return rc
    throw this.errorOf(operation, rc)
  }

  errorOf = (operation: string, rc: number): ScanError =>
    this.manager.errorOf(operation, rc, this.source)

  /** Lets the source begin, with or without a window of its own. @throws ScanError */
  enable(hasWindow: boolean): void {
    this.told = MSG.reset
    const ui = Buffer.alloc(LAYOUTS.UserInterface.size)
    ui.writeUInt16LE(hasWindow ? 1 : 0, LAYOUTS.UserInterface.ShowUI)
    putPointer(ui, LAYOUTS.UserInterface.hParent, this.manager.messages?.window ?? 0n)
    // "Check status" says that the source could not do without its window; it is enabled all the same.
    this.need('MSG_ENABLEDS', [DG.control, DAT.userInterface, MSG.enableDs], ui, [
      RC.success,
      RC.checkStatus,
    ])
    this.now = 5
  }

  /**
   * Waits until the source has an image or wants to be closed. Nothing ends the wait but the source,
   * `isWanted`, and the station's time-out.
   */
  async waitForImage(isWanted: () => boolean): Promise<'ready' | 'closing' | 'unwanted'> {
    for (;;) {
      this.pump()
      if (this.told === MSG.xferReady) {
        this.told = MSG.reset
        this.now = 6
        return 'ready'
      }
      if (this.told === MSG.closeDsReq || this.told === MSG.closeDsOk) return 'closing'
      if (!isWanted()) return 'unwanted'
      await new Promise((next) => setTimeout(next, LOOK_EVERY_MS))
    }
  }

  /** Shows the source what Windows has for it, and hears what it answers. */
  pump(): void {
    const { messages } = this.manager
    if (!messages || this.now < 5) return
    const event = Buffer.alloc(LAYOUTS.Event.size)
    messages.pump((message) => {
      putPointer(event, LAYOUTS.Event.pEvent, message)
      event.writeUInt16LE(0, LAYOUTS.Event.TWMessage)
      const rc = this.call(DG.control, DAT.event, MSG.processEvent, event)
      const told = event.readUInt16LE(LAYOUTS.Event.TWMessage)
      if (told !== 0) this.told = told
      return rc === RC.dsEvent
    })
  }

  /** The transfer of an image has begun. */
  begun(): void {
    this.now = 7
  }

  /**
   * Ends the image under way, whole or not. Only now may the source draw the next sheet.
   *
   * @returns images that are left; 0xffff when the source does not know how many
   * @throws ScanError
   */
  endImage(): number {
    const count = this.pending('MSG_ENDXFER', MSG.endXfer)
    this.now = count === 0 ? 5 : 6
    return count
  }

  /**
   * Asks the feeder to draw no more sheets; images of those that it has drawn still come.
   *
   * @returns false when the source does not draw ahead, or cannot be stopped gently
   */
  stopFeeder(): boolean {
    if (this.now !== 6) return false
    return this.call(DG.control, DAT.pendingXfers, MSG.stopFeeder, pendingBuffer()) === RC.success
  }

  /**
   * Goes back to a state, step by step. A step that the source refuses does not keep the next ones from
   * being tried: a source that does not know where it stands must still be let go.
   */
  unwindTo(target: 3 | 4): void {
    // It has told, and nobody has listened yet.
    if (this.now === 5 && this.told === MSG.xferReady) this.now = 6
    this.told = MSG.reset
    if (this.now === 7) {
      const left = pendingBuffer()
      const rc = this.call(DG.control, DAT.pendingXfers, MSG.endXfer, left)
      const isLast = rc === RC.success && left.readUInt16LE(LAYOUTS.PendingXfers.Count) === 0
      this.now = isLast ? 5 : 6
    }
    if (this.now === 6) this.dropImages()
    // One that has just begun to tell refuses to be disabled before its images are dropped.
    if (this.now === 5 && !this.disable()) {
      this.dropImages()
      this.disable()
    }
    if (this.now === 5) this.now = 4
    if (this.now === 4 && target === 3) {
      this.manager.closeSource(this.source)
      this.now = 3
    }
  }

  private dropImages(): void {
    this.call(DG.control, DAT.pendingXfers, MSG.reset, pendingBuffer())
    this.now = 5
  }

  private disable(): boolean {
    const ui = Buffer.alloc(LAYOUTS.UserInterface.size)
    putPointer(ui, LAYOUTS.UserInterface.hParent, this.manager.messages?.window ?? 0n)
    return this.call(DG.control, DAT.userInterface, MSG.disableDs, ui) === RC.success
  }

  private pending(operation: string, msg: number): number {
    const left = pendingBuffer()
    this.need(operation, [DG.control, DAT.pendingXfers, msg], left)
    return left.readUInt16LE(LAYOUTS.PendingXfers.Count)
  }
}

const pendingBuffer = (): Buffer => Buffer.alloc(LAYOUTS.PendingXfers.size)
