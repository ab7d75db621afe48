import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import {
  type BridgeLaunch,
  bridgeLaunch,
  listDevices,
  loadProfiles,
  profilesFor,
  ScanError,
  Scanner,
  type ScannerOptions,
  type ScannerProfile,
} from '@hengjuan/scanner-bridge'
import type {
  ScannerChoice,
  ScannerOffer,
  ScannerState,
  StationInput,
} from '../../bridge/station-api.ts'
import { StationError } from '../../bridge/station-error.ts'
import type { StationContext } from '../context.ts'
import { findBatch } from '../store/batch.store.ts'
import { dropSetting, findSetting, putSetting } from '../store/settings.store.ts'
import { PAPER_SIZES } from './paper.ts'
import { noticeAfterRestart, noticeOf, openingProblem, warningText } from './scanner-words.ts'
import { findFrontOf, lastFeederSheet, takeSheet } from './take-sheet.ts'

/** The last choice of the operator, and the batch of a pass that has not come to its own end. */
const CHOICE = 'scanner-choice'
const RUN = 'scanner-run'
/** Sheets that may be on their way into the batch before feeding waits. */
const AHEAD = 4

export interface ScannerDeskOptions {
  /** Where pages lie until they are in a batch. */
  folder: string
  launch?: BridgeLaunch | undefined
  timeouts?: ScannerOptions['timeouts']
  profilesFolder?: string | undefined
  /** Pages came in that want reading. */
  onTaken: () => void
}

/** The operator's scanner: chosen, connected, fed; it says what happened and what to do next. */
export class ScannerDesk {
  private readonly station: StationContext
  private readonly options: ScannerDeskOptions
  private readonly bridge: ScannerOptions
  private scanner: Scanner | null = null
  private profile: ScannerProfile | null = null
  private phase: ScannerState['phase'] = 'closed'
  private notice: ScannerState['notice'] = null
  private warnings: string[] = []
  private batchId: string | null = null
  private underWay: Promise<void> = Promise.resolve()

  constructor(station: StationContext, options: ScannerDeskOptions) {
    this.station = station
    this.options = options
    this.bridge = {
      launch: options.launch ?? bridgeLaunch(),
      ...(options.timeouts === undefined ? {} : { timeouts: options.timeouts }),
      log: (text) => station.log('scanner', { text }),
    }
  }

  /** Pages of a pass that was cut off are of sheets that are fed again. */
  async prepare(): Promise<void> {
    await rm(this.options.folder, { recursive: true, force: true })
    await mkdir(this.options.folder, { recursive: true })
    const run = findSetting<{ batch_id: string }>(this.station.db, RUN)
    if (!run || findBatch(this.station.db, run.batch_id)?.state !== 'open') return
    this.batchId = run.batch_id
    this.notice = noticeAfterRestart(lastFeederSheet(this.station.db, run.batch_id))
  }

  describe(): ScannerState {
    const { db } = this.station
    const sheets = this.batchId === null ? 0 : lastFeederSheet(db, this.batchId)
    return {
      phase: this.phase,
      choice: findSetting<ScannerChoice>(db, CHOICE),
      batch_id: this.batchId,
      sheets,
      notice: this.notice,
      warnings: this.warnings,
      last_image_id:
        this.batchId === null || sheets === 0 ? null : findFrontOf(db, this.batchId, sheets),
    }
  }

  isScanningInto = (batchId: string): boolean =>
    this.scanner?.isScanning === true && this.batchId === batchId

  /** @throws StationError */
  async list({ driver, address }: StationInput<'listScanners'>): Promise<ScannerOffer[]> {
    const profiles = await this.profiles()
    const devices = await listDevices(this.bridge, driver, address).catch(refuse)
    return devices.map((device) => ({
      driver,
      device_id: device.id,
      device_name: device.name,
      profiles: profilesFor(device, profiles).map((profile) => ({
        profile_id: profile.id,
        name: profile.name,
        notes: profile.notes ?? '',
        paper_source: profile.paperSource,
        dpi: profile.dpi,
        mode: profile.mode,
      })),
    }))
  }

  /** @throws StationError */
  async open(choice: ScannerChoice): Promise<void> {
    this.refuseWhileBusy()
    const profiles = await this.profiles()
    const profile = profiles.find((each) => each.id === choice.profile_id)
    if (!profile || profile.driver !== choice.driver)
      throw new StationError('PROFILE_UNKNOWN', '没有这个扫描仪配置，请重新选择')
    this.setPhase('opening')
    await this.scanner?.close()
    const paper = PAPER_SIZES[choice.paper]
    const scanner = new Scanner(
      this.bridge,
      { driver: choice.driver, id: choice.device_id },
      {
        source: choice.paper_source,
        dpi: choice.dpi,
        mode: choice.mode,
        area: {
          widthMm: paper.widthMm + 2 * profile.marginMm,
          heightMm: paper.heightMm + 2 * profile.marginMm,
        },
        options: profile.options,
      },
    )
    this.scanner = scanner
    this.profile = profile
    try {
      const { warnings } = await scanner.open()
      this.warnings = warnings.map((each) => warningText(each, paper)).filter((text) => text !== '')
      putSetting(this.station.db, CHOICE, choice)
      this.setPhase('ready')
    } catch (error) {
      this.scanner = null
      this.setPhase('closed')
      refuse(error)
    }
  }

  /** @throws StationError */
  async close(): Promise<void> {
    this.refuseWhileBusy()
    await this.scanner?.close()
    this.scanner = null
    this.warnings = []
    this.setPhase('closed')
  }

  /**
   * Begins or goes on with feeding into an open batch; returns at once.
   *
   * @throws StationError
   */
  start(batchId: string): void {
    this.refuseWhileBusy()
    const { scanner, profile } = this
    if (!scanner?.isOpen || !profile)
      throw new StationError('SCANNER_CLOSED', '扫描仪还没有连接，请先连接')
    this.batchId = batchId
    this.notice = null
    putSetting(this.station.db, RUN, { batch_id: batchId })
    this.setPhase('scanning')
    this.underWay = this.run(scanner, profile, batchId)
  }

  /** After the sheet that is being read. */
  pause(): void {
    if (this.phase !== 'scanning') return
    this.scanner?.pause()
    this.setPhase('pausing')
  }

  /** At once. */
  halt(): void {
    if (this.phase !== 'scanning' && this.phase !== 'pausing') return
    this.scanner?.stop()
    this.setPhase('stopping')
  }

  async stop(): Promise<void> {
    this.halt()
    await this.underWay
    await this.scanner?.close()
  }

  private async run(scanner: Scanner, profile: ScannerProfile, batchId: string): Promise<void> {
    const { db } = this.station
    const firstSheet = lastFeederSheet(db, batchId) + 1
    const job = randomUUID()
    const dir = path.join(this.options.folder, job)
    let notice: ScannerState['notice'] = null
    try {
      await mkdir(dir)
      const outcome = await scanner.scan({
        job,
        dir,
        firstSheet,
        ahead: AHEAD,
        onSheet: async (sheet) => {
          await takeSheet(this.station, batchId, sheet, { folder: dir, output: profile.output })
          this.station.changed()
          this.options.onTaken()
          for (const { file } of sheet.pages)
            // The folder goes at the end of the pass; a file that stays until then does no harm.
            await rm(path.join(dir, file), { force: true }).catch(() => undefined)
        },
      })
      if (outcome.end === 'feeder-empty' || outcome.end === 'limit') dropSetting(db, RUN)
      // The batch itself is asked: what it holds must not be fed again, whatever went wrong after that.
      const lastGoodSheet = lastFeederSheet(db, batchId)
      notice = noticeOf({ ...outcome, lastGoodSheet }, firstSheet, scanner.isOpen, scanner.driver)
      if (outcome.fault)
        this.station.log('scanner.fault', {
          code: outcome.fault.code,
          message: outcome.fault.message,
          lastGoodSheet,
        })
    } catch (error) {
      // The disk, or a scanner that went away between two calls.
      const fault =
        error instanceof ScanError
          ? error
          : new ScanError('IO_ERROR', String(error), { cause: error })
      this.station.log('scanner.failed', { error: String(error) })
      const lastGoodSheet = lastFeederSheet(db, batchId)
      notice = noticeOf(
        { end: 'interrupted', fault, lastGoodSheet },
        firstSheet,
        scanner.isOpen,
        scanner.driver,
      )
    } finally {
      await rm(dir, { recursive: true, force: true }).catch(() => undefined)
      this.notice = notice
      this.setPhase(scanner.isOpen ? 'ready' : 'closed')
    }
  }

  private refuseWhileBusy(): void {
    if (this.phase === 'closed' || this.phase === 'ready') return
    throw new StationError('SCANNER_BUSY', '扫描仪正在工作，请先暂停或停止')
  }

  private setPhase(phase: ScannerState['phase']): void {
    this.phase = phase
    this.station.changed()
  }

  private async profiles(): Promise<ScannerProfile[]> {
    try {
      return await loadProfiles(this.options.profilesFolder)
    } catch (error) {
      throw new StationError('PROFILE_BROKEN', `扫描仪配置文件有误：${String(error)}`, {
        cause: error,
      })
    }
  }
}

function refuse(error: unknown): never {
  if (error instanceof ScanError)
    throw new StationError(`SCANNER_${error.code}`, openingProblem(error.code), { cause: error })
  throw error
}
