import type { RetentionState } from '../../bridge/upkeep-api.ts'
import type { StationContext } from '../context.ts'
import { Rounds } from '../rounds.ts'
import { findSetting, putSetting } from '../store/settings.store.ts'
import type { StationSettings } from '../store/station-settings.ts'
import { type ClearReason, clearReason, type KeepRule } from './clear-rule.ts'
import {
  type ClearableImage,
  isNeededElsewhere,
  markImageCleared,
  markSheetCleared,
  selectClearableSheets,
  selectImagesToClear,
  selectLeftovers,
  sumKept,
} from './retention.store.ts'

const LAST = 'retention-last'
const GB = 1e9
const LOOK_EVERY_MS = 10 * 60_000
/** How soon a disk that runs low is helped. */
const TICK_MS = 15_000
/** Sheets looked at in one go, so that scanning is not held up. */
const STEP = 50
const LEAST_BETWEEN_COUNTS_MS = 3000

/** What was cleared last, to be told. */
type LastClearing = NonNullable<RetentionState['last']>

/**
 * Clears the pictures of sheets that the server has acknowledged, oldest first, when they are old enough
 * or the room is needed. Who was scanned when, and what the server said, stays. Nothing that the server
 * has not acknowledged is ever touched.
 */
export class Retention {
  private readonly station: StationContext
  private readonly settings: StationSettings
  private readonly serverNow: () => number | null
  private timer: NodeJS.Timeout | null = null
  private readonly rounds = new Rounds(() =>
    this.clearAll().catch((error: unknown) =>
      this.station.log('retention.failed', { error: String(error) }),
    ),
  )
  private isStopped = false
  private kept = { sheets: 0, bytes: 0 }
  private countAgainAt = 0
  private lookAt = 0

  constructor(station: StationContext, settings: StationSettings, serverNow: () => number | null) {
    this.station = station
    this.settings = settings
    this.serverNow = serverNow
  }

  start(): void {
    this.timer = setInterval(() => {
      const isLow = this.station.disk.describe().level !== 'ok'
      if (isLow || performance.now() > this.lookAt) void this.run()
    }, TICK_MS)
    void this.run()
  }

  async stop(): Promise<void> {
    this.isStopped = true
    if (this.timer) clearInterval(this.timer)
    await this.rounds.rest()
  }

  describe(): RetentionState {
    const last = findSetting<LastClearing>(this.station.db, LAST)
    if (!this.rounds.isUnderWay && performance.now() > this.countAgainAt) this.count()
    return {
      kept_sheets: this.kept.sheets,
      kept_bytes: this.kept.bytes,
      last,
      message: last ? sentenceOf(last) : '',
    }
  }

  /** Clears what may go now; by rules that have changed meanwhile, in a round of its own. */
  run(): Promise<void> {
    this.lookAt = performance.now() + LOOK_EVERY_MS
    return this.rounds.ask()
  }

  private async clearAll(): Promise<void> {
    const { db } = this.station
    this.count()
    const cleared = { sheets: 0, bytes: 0, reason: null as ClearReason | null }
    for (;;) {
      const [sheet, ...rest] = selectClearableSheets(db, STEP)
      for (const each of sheet ? [sheet, ...rest] : []) {
        const reason = this.isStopped ? null : clearReason(each, this.kept.bytes, this.rule)
        if (reason === null) return this.tell(cleared)
        await this.clearSheet(each.sheet_id)
        cleared.sheets++
        cleared.bytes += each.bytes
        cleared.reason ??= reason
        this.kept = { sheets: this.kept.sheets - 1, bytes: this.kept.bytes - each.bytes }
        if (reason === 'disk') await this.station.disk.look()
      }
      if (!sheet) return this.tell(cleared)
    }
  }

  /** Counting looks at every sheet that is kept: the longer it takes, the less often. */
  private count(): void {
    const begun = performance.now()
    this.kept = sumKept(this.station.db)
    const now = performance.now()
    this.countAgainAt = now + Math.max(LEAST_BETWEEN_COUNTS_MS, (now - begun) * 500)
  }

  private get rule(): KeepRule {
    const { keep_days, keep_gb } = this.settings.all
    return {
      keepDays: keep_days,
      keepBytes: keep_gb * GB,
      isDiskLow: this.station.disk.describe().level !== 'ok',
      serverNow: this.serverNow(),
    }
  }

  private async clearSheet(sheetId: string): Promise<void> {
    const { db, now } = this.station
    for (const image of selectImagesToClear(db, sheetId)) await this.clearImage(image)
    markSheetCleared(db, sheetId, now())
    for (const image of selectLeftovers(db, STEP)) await this.clearImage(image)
  }

  /** Files first: after a kill between the two the next run clears the same picture again. */
  private async clearImage(image: ClearableImage): Promise<void> {
    const { db, spool, now } = this.station
    await spool.dropPage(image.id)
    if (!isNeededElsewhere(db, image)) await spool.dropPicture(image.sha256)
    markImageCleared(db, image.id, now())
  }

  private tell(cleared: { sheets: number; bytes: number; reason: ClearReason | null }): void {
    const { sheets, bytes, reason } = cleared
    if (reason === null) return
    const last: LastClearing = { at: this.station.now(), sheets, bytes, reason }
    putSetting(this.station.db, LAST, last)
    this.station.log('retention.cleared', { sheets, bytes, reason })
    this.station.changed()
  }
}

const REASONS: Record<ClearReason, string> = {
  age: '超过保留天数',
  quota: '超过保留容量',
  disk: '本机磁盘空间不足',
}

const sentenceOf = ({ sheets, bytes, reason }: LastClearing): string =>
  `已清理 ${sheets} 张已上传答题卡的本机图像（${(bytes / GB).toFixed(1)} GB）：${REASONS[reason]}；服务器上的图像不受影响`
