import { mkdir, rm } from 'node:fs/promises'
import {
  type BridgeLaunch,
  bridgeLaunch,
  isSameDriver,
  ScanError,
  type Scanner,
  type ScannerOptions,
  type ScannerProfile,
} from '@hengjuan/scanner-bridge'
import type {
  ProfileList,
  ScanNotice,
  ScannerChoice,
  ScannerOffer,
  ScannerState,
} from '../../bridge/scanner-api.ts'
import type { StationInput } from '../../bridge/station-api.ts'
import { StationError } from '../../bridge/station-error.ts'
import type { StationContext } from '../context.ts'
import { findBatch } from '../store/batch.store.ts'
import { findSetting, putSetting } from '../store/settings.store.ts'
import { forgetCertificate } from './certificates.ts'
import { CheckDesk, type CheckDeskOptions } from './check/check-desk.ts'
import { connectScanner } from './connect-scanner.ts'
import { type FeedPass, feedPaper } from './feed-pass.ts'
import { listScanners } from './list-scanners.ts'
import { ProfileShelf } from './profile-shelf.ts'
import { doubleFeedText, noticeAfterRestart, openingProblem } from './scanner-words.ts'
import { findFrontOf, lastFeederSheet, type Refeed } from './take-sheet.ts'

/** The last choice of the operator, and the batch of a pass that has not come to its own end. */
const CHOICE = 'scanner-choice'
const RUN = 'scanner-run'

export interface ScannerDeskOptions extends Pick<CheckDeskOptions, 'reportFolder' | 'knownSheets'> {
  /** Where pages lie until they are in a batch. */
  folder: string
  launch?: BridgeLaunch | undefined
  /** The bridge for 32-bit drivers of Windows, where it is installed. */
  launch32?: BridgeLaunch | undefined
  timeouts?: ScannerOptions['timeouts']
  /** Shipped profiles, where they are not in their usual place. */
  profilesFolder?: string | undefined
  /** Where the operator's own profiles are kept. */
  ownProfilesFolder: string
  /** Pages came in that want reading. */
  onTaken: () => void
  /** Resolves when not too many pages wait to be read; the feeder stands still until then. */
  whenRead?: ((signal: AbortSignal) => Promise<void>) | undefined
}

/** The operator's scanner: chosen, connected, fed; it says what happened and what to do next. */
export class ScannerDesk {
  readonly shelf: ProfileShelf
  readonly check: CheckDesk
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
  private leaving: Promise<void> = Promise.resolve()
  private halting = new AbortController()
  private isPausing = false
  /** Why the pass under way is being ended before the feeder is empty. */
  private stopping: Pick<ScanNotice, 'title' | 'text'> | null = null

  constructor(station: StationContext, options: ScannerDeskOptions) {
    this.station = station
    this.options = options
    this.shelf = new ProfileShelf(station, options.ownProfilesFolder, options.profilesFolder)
    this.bridge = {
      launch: options.launch ?? bridgeLaunch(),
      launch32: options.launch32,
      ...(options.timeouts === undefined ? {} : { timeouts: options.timeouts }),
      log: (text) => station.log('scanner', { text }),
    }
    this.check = new CheckDesk(station, { ...options, bridge: this.bridge, shelf: this.shelf })
  }

  /** Pages of a pass that was cut off are of sheets that are fed again. */
  async prepare(): Promise<void> {
    await rm(this.options.folder, { recursive: true, force: true })
    await mkdir(this.options.folder, { recursive: true, mode: 0o700 })
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
      double_feed: this.scanner && this.profile ? doubleFeedText(this.profile.doubleFeed) : '',
      last_image_id:
        this.batchId === null || sheets === 0 ? null : findFrontOf(db, this.batchId, sheets),
      check: this.check.describe(),
    }
  }

  isScanningInto = (batchId: string): boolean => this.batchId === batchId && isFeeding(this.phase)

  /** @throws StationError */
  async list(search: StationInput<'listScanners'>): Promise<ScannerOffer[]> {
    const profiles = await this.shelf.profiles()
    return listScanners(this.bridge, search, profiles).catch(refuse)
  }

  /** @throws StationError */
  async open(choice: ScannerChoice): Promise<void> {
    this.refuseWhileBusy()
    const phaseBefore = this.phase
    // Taken before the first wait, so that nobody else opens it as well.
    this.setPhase('opening')
    const profile = await this.profileFor(choice).catch((error: unknown) => {
      this.setPhase(phaseBefore)
      throw error
    })
    await this.letGo()
    try {
      const connected = await connectScanner(this.station, this.bridge, choice, profile)
      this.scanner = connected.scanner
      this.profile = profile
      this.warnings = connected.warnings
      putSetting(this.station.db, CHOICE, connected.choice)
      this.setPhase('ready')
    } catch (error) {
      this.setPhase('closed')
      refuse(error)
    }
  }

  /** Begins the scanner check; the scanner that is connected is let go. */
  async startCheck(choice: ScannerChoice): Promise<void> {
    // One that a closed window left behind is over.
    await this.check.end()
    this.refuseWhileBusy()
    const profile = await this.profileFor(choice)
    await this.close()
    this.check.begin(choice, profile)
  }

  /** The next certificate that a network scanner shows is the right one. */
  trust(deviceId: string): void {
    forgetCertificate(this.station.db, deviceId)
  }

  /** @throws StationError while a scanner is connected with it */
  async deleteProfile(id: string): Promise<ProfileList> {
    if (this.phase !== 'closed' && this.profile?.id === id)
      throw new StationError('PROFILE_IN_USE', '扫描仪正在使用这个配置，请先断开扫描仪')
    await this.shelf.remove(id)
    return this.shelf.list()
  }

  /** @throws StationError */
  async close(): Promise<void> {
    this.refuseWhileBusy()
    this.warnings = []
    this.setPhase('closed')
    await this.letGo()
  }

  /** Resolves when no scanner is held any more, by whoever let it go. */
  private letGo(): Promise<void> {
    const { scanner } = this
    this.scanner = null
    this.leaving = this.leaving.catch(() => undefined).then(() => scanner?.close())
    return this.leaving
  }

  /**
   * Begins or goes on with feeding into an open batch; returns at once.
   *
   * @throws StationError
   */
  start(batchId: string, refeed: Refeed | null = null): void {
    this.refuseUnlessReady()
    const { scanner, profile } = this
    if (!scanner || !profile) return
    this.halting = new AbortController()
    this.isPausing = false
    this.batchId = batchId
    this.notice = null
    putSetting(this.station.db, RUN, { batch_id: batchId })
    this.setPhase(profile.waitForPaperS > 0 ? 'waiting' : 'scanning')
    this.underWay = this.run({ scanner, profile, batchId, refeed })
  }

  /** @throws StationError when no paper can be fed now */
  refuseUnlessReady(): void {
    this.refuseWhileBusy()
    if (this.scanner?.isOpen !== true)
      throw new StationError('SCANNER_CLOSED', '扫描仪还没有连接，请先连接')
    if (this.station.disk.isFull)
      throw new StationError('DISK_FULL', this.station.disk.describe().message)
  }

  /** Ends feeding after the sheet under way because of a sheet that a person has to see. */
  stopFor(batchId: string, why: Pick<ScanNotice, 'title' | 'text'>): void {
    if (this.batchId !== batchId) return
    if (this.phase === 'scanning' || this.phase === 'waiting') {
      this.stopping = why
      this.pause()
    } else if (this.notice?.tone === 'ok') {
      // The feeder was empty before the sheet was read.
      this.notice = { ...this.notice, tone: 'bad', ...why }
      this.station.changed()
    }
  }

  /** After the sheet that is being read. */
  pause(): void {
    if (this.phase === 'waiting') return this.halt()
    if (this.phase !== 'scanning') return
    this.isPausing = true
    this.scanner?.pause()
    this.setPhase('pausing')
  }

  /** At once. */
  halt(): void {
    if (!isFeeding(this.phase) || this.phase === 'stopping') return
    this.scanner?.stop()
    // A sheet that waits for room is fed again later.
    this.halting.abort()
    this.setPhase('stopping')
  }

  async stop(): Promise<void> {
    await this.check.end()
    this.halt()
    await this.underWay
    await this.letGo()
    await rm(this.options.folder, { recursive: true, force: true }).catch(() => undefined)
  }

  private async run(pass: Pick<FeedPass, 'scanner' | 'profile' | 'batchId' | 'refeed'>) {
    this.stopping = null
    const notice = await feedPaper(this.station, {
      ...pass,
      folder: this.options.folder,
      runSetting: RUN,
      signal: this.halting.signal,
      isWaiting: this.phase === 'waiting',
      onFeeding: () => this.setPhase('scanning'),
      onTaken: this.options.onTaken,
      whenRead: this.options.whenRead,
      isEnding: () => this.halting.signal.aborted || this.isPausing,
      whyStopped: this.reasonToStop,
    })
    // A page may have shown it after the last sheet was counted.
    const late = notice?.tone === 'ok' ? this.reasonToStop() : null
    this.notice = notice && late ? { ...notice, tone: 'bad', ...late } : notice
    this.setPhase(pass.scanner.isOpen ? 'ready' : 'closed')
  }

  /** Set while the pass was under way. */
  private reasonToStop = (): Pick<ScanNotice, 'title' | 'text'> | null => this.stopping

  private refuseWhileBusy(): void {
    if (this.check.isBusy) throw new StationError('CHECK_BUSY', '正在做扫描仪检查，请先结束检查')
    if (this.phase === 'closed' || this.phase === 'ready') return
    throw new StationError('SCANNER_BUSY', '扫描仪正在工作，请先暂停或停止')
  }

  private setPhase(phase: ScannerState['phase']): void {
    this.phase = phase
    this.station.changed()
  }

  private async profileFor(choice: ScannerChoice): Promise<ScannerProfile> {
    const profiles = await this.shelf.profiles()
    const profile = profiles.find((each) => each.id === choice.profile_id)
    if (profile && isSameDriver(profile.driver, choice.driver)) return profile
    throw new StationError('PROFILE_UNKNOWN', '没有这个扫描仪配置，请重新选择')
  }
}

const isFeeding = (phase: ScannerState['phase']): boolean =>
  phase === 'waiting' || phase === 'scanning' || phase === 'pausing' || phase === 'stopping'

function refuse(error: unknown): never {
  if (error instanceof ScanError)
    throw new StationError(`SCANNER_${error.code}`, openingProblem(error.code), { cause: error })
  throw error
}
