import { statfs } from 'node:fs/promises'
import type { DiskState } from '../../bridge/upkeep-api.ts'
import { isDiskFull } from './disk-full.ts'

const MIB = 2 ** 20
/** Room for about a thousand sheets: time to do something while scanning goes on. */
const LOW_BYTES = 4096 * MIB
/** Below this nothing more is taken in; what is there can still be read, packed and acknowledged. */
const FULL_BYTES = 512 * MIB
const LOOK_EVERY_MS = 2000
/** Quotas and other limits show in no figure: then trying is the only way to know. */
const TRY_ANYWAY_AFTER_MS = 30_000

export interface DiskGuardOptions {
  folder: string
  lowBytes?: number | undefined
  fullBytes?: number | undefined
  /** Bytes that this user can still write. */
  freeBytes?: ((folder: string) => Promise<number>) | undefined
  lookEveryMs?: number | undefined
  changed: () => void
  /** There is room again after there was none. */
  onRoom: () => void
}

/**
 * Watches the room on the station's disk. Work that adds data goes through `guarded`: it waits while
 * there is no room and is tried again after it failed for want of it, so that nothing is lost and nobody
 * has to press anything.
 */
export class DiskGuard {
  private readonly options: DiskGuardOptions
  private readonly low: number
  private readonly full: number
  private readonly waiting = new Set<() => void>()
  private timer: NodeJS.Timeout | null = null
  private isStopped = false
  /** Something could not be written; holds until there is clearly room again. */
  private hasFailed = false
  private free = Number.POSITIVE_INFINITY
  /** What was free when something could not be written: more than that is needed to go on. */
  private freeAtFailure = 0
  private failedAt = 0

  constructor(options: DiskGuardOptions) {
    this.options = options
    this.low = options.lowBytes ?? LOW_BYTES
    this.full = options.fullBytes ?? FULL_BYTES
  }

  async start(): Promise<void> {
    await this.look()
    this.timer = setInterval(() => void this.look(), this.options.lookEveryMs ?? LOOK_EVERY_MS)
  }

  stop(): void {
    this.isStopped = true
    if (this.timer) clearInterval(this.timer)
    this.release()
  }

  get isFull(): boolean {
    return this.hasFailed || this.free < this.full
  }

  describe(): DiskState {
    const level = this.isFull ? 'full' : this.free < this.low ? 'low' : 'ok'
    const free_bytes = Number.isFinite(this.free) ? this.free : 0
    return { level, free_bytes, message: sentenceOf(level, free_bytes, this.options.folder) }
  }

  /** Looks at the disk now. */
  async look(): Promise<void> {
    const before = this.describe().level
    const wasFull = this.isFull
    const { folder, freeBytes = freeBytesOf } = this.options
    // A folder that cannot be asked is no reason to stop: writing will tell.
    this.free = await freeBytes(folder).catch(() => Number.POSITIVE_INFINITY)
    const isLongAgo = performance.now() - this.failedAt > TRY_ANYWAY_AFTER_MS
    if (isLongAgo || this.free > this.freeAtFailure + ROOM_TO_GO_ON) this.hasFailed = false
    if (this.describe().level !== before) this.options.changed()
    if (!this.isFull) {
      this.release()
      if (wasFull) this.options.onRoom()
    }
  }

  /** Notes an error if it is about room. */
  note(error: unknown): boolean {
    if (!isDiskFull(error)) return false
    if (!this.hasFailed) {
      this.hasFailed = true
      this.failedAt = performance.now()
      this.freeAtFailure = Number.isFinite(this.free) ? this.free : 0
      // The free space of a moment ago may have been larger than what the failure left.
      void this.measureFailure()
      this.options.changed()
    }
    return true
  }

  /**
   * Runs work that needs room, as often as it takes.
   *
   * @param signal ends the waiting; then, and when the station stops, the last error or an AbortError is thrown
   */
  async guarded<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    for (;;) {
      await this.whenRoom(signal)
      try {
        return await work()
      } catch (error) {
        if (this.isStopped || !this.note(error)) throw error
      }
    }
  }

  private async whenRoom(signal?: AbortSignal): Promise<void> {
    while (this.isFull) {
      signal?.throwIfAborted()
      if (this.isStopped) throw new DOMException('the station stops', 'AbortError')
      await new Promise<void>((resolve) => {
        this.waiting.add(resolve)
        signal?.addEventListener('abort', () => resolve(), { once: true })
      })
    }
  }

  private async measureFailure(): Promise<void> {
    const { folder, freeBytes = freeBytesOf } = this.options
    const free = await freeBytes(folder).catch(() => this.freeAtFailure)
    if (this.hasFailed) this.freeAtFailure = Math.min(this.freeAtFailure, free)
  }

  private release(): void {
    const waiting = [...this.waiting]
    this.waiting.clear()
    for (const resume of waiting) resume()
  }
}

/** More than a sheet with all that is made of it. */
const ROOM_TO_GO_ON = 8 * MIB

async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

const GIB = 1024 * MIB
const sizeOf = (bytes: number): string =>
  bytes >= GIB ? `${(bytes / GIB).toFixed(1)} GB` : `${Math.floor(bytes / MIB)} MB`

/** @param folder on the disk that is meant: a computer may have several */
function sentenceOf(level: DiskState['level'], free: number, folder: string): string {
  switch (level) {
    case 'ok':
      return ''
    case 'low':
      return `本机磁盘只剩 ${sizeOf(free)}，请尽快清理 ${folder} 所在的盘，或等待上传后清理已上传的图像`
    case 'full':
      return `本机磁盘已满（剩 ${sizeOf(free)}），扫描已暂停，已扫的内容都在；请清理 ${folder} 所在的盘，腾出空间后自动继续`
  }
}
