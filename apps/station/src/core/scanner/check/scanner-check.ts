import { rm } from 'node:fs/promises'
import path from 'node:path'
import {
  type DeviceCaps,
  listDevices,
  matchDevice,
  ScanError,
  type Scanner,
  type ScannerOptions,
  type ScannerProfile,
  type ScanOutcome,
} from '@hengjuan/scanner-bridge'
import { createReader } from '@hengjuan/omr'
import {
  CHECK_STEPS,
  type CheckPage,
  type CheckState,
  type CheckStep,
  type CheckStepState,
  type ScannerChoice,
} from '../../../bridge/scanner-api.ts'
import type { PictureKind, StationInput } from '../../../bridge/station-api.ts'
import { StationError } from '../../../bridge/station-error.ts'
import type { StationContext } from '../../context.ts'
import { connectScanner } from '../connect-scanner.ts'
import { openingProblem } from '../scanner-words.ts'
import { CheckPictures } from './check-pictures.ts'
import { judgeCaps } from './judge-caps.ts'
import { judgeDoubleFeed, judgeEmpty, judgePullOut } from './judge-faults.ts'
import { CHECK_SHEETS, type Finding, judgePages } from './judge-pages.ts'
import type { KnownSheet } from './measure-page.ts'
import { writeSupportReport } from './support-report.ts'

/** Sheets after which a step ends in which something should have gone wrong before. */
const MOST_SHEETS = 6
const LOG_LINES = 2000

interface ScannerCheckOptions {
  bridge: ScannerOptions
  choice: ScannerChoice
  profile: ScannerProfile
  /** For pages on their way; empty between steps. */
  folder: string
  /** Where reports are put. */
  reportFolder: string
  /** Sheets that may lie in the feeder, the check page first. */
  sheets: () => Promise<KnownSheet[]>
}

/** The scanner check: one step after the other, each with what was seen and a verdict. */
export class ScannerCheck {
  private readonly station: StationContext
  private readonly options: ScannerCheckOptions
  private readonly bridge: ScannerOptions
  private readonly steps: CheckStepState[]
  private readonly pictures: CheckPictures
  private readonly log: string[] = []
  private choice: ScannerChoice
  private caps: DeviceCaps | null = null
  private running: CheckStep | null = null
  private underWay: Promise<unknown> = Promise.resolve()
  private scanner: Scanner | null = null
  private report: string | null = null
  /** The paper of this step shall not move any more, also if the scanner is only being connected. */
  private isStopped = false

  constructor(station: StationContext, options: ScannerCheckOptions) {
    this.station = station
    this.options = options
    this.choice = options.choice
    this.steps = CHECK_STEPS.map(emptyStep)
    this.pictures = new CheckPictures(station, createReader(), options)
    this.bridge = {
      ...options.bridge,
      log: (text) => {
        options.bridge.log?.(text)
        if (this.log.length < LOG_LINES) this.log.push(`${station.now()} ${text}`)
      },
    }
  }

  describe(): CheckState {
    return {
      driver: this.choice.driver,
      device_name: this.choice.device_name,
      profile_name: this.options.profile.name,
      running: this.running,
      steps: this.steps,
      report: this.report,
    }
  }

  picture = (imageId: string, kind: PictureKind): Buffer | null => this.pictures.find(imageId, kind)

  /** Passed with paper in every way that matters: the profile works with this scanner. */
  get isPassed(): boolean {
    const passed = (step: CheckStep) =>
      this.steps.some((each) => each.step === step && each.verdict === 'pass')
    return (['simplex', 'duplex', 'double_feed'] as const).every(passed)
  }

  get profileId(): string {
    return this.options.profile.id
  }

  /** No scanner of this world. */
  get isSimulated(): boolean {
    return this.choice.driver === 'simulated' || this.choice.driver === 'folder'
  }

  /** @throws StationError during another step */
  async run(step: CheckStep): Promise<void> {
    if (this.running) throw new StationError('CHECK_BUSY', '正在做上一步，请等它结束或点「停止」')
    this.running = step
    this.isStopped = false
    this.put(emptyStep(step))
    const work = this.look(step)
    this.underWay = work.catch(() => undefined)
    try {
      const { findings, pages } = await work
      const isGood = findings.every((finding) => finding.isGood)
      const advice = findings.map((finding) => finding.advice)
      this.put({
        step,
        verdict: isGood ? 'pass' : 'fail',
        seen: findings.map(({ isGood: isFine, seen }) => `${isFine ? '✓' : '✕'} ${seen}`),
        advice: [...new Set(advice.filter((text) => text !== ''))].join('；'),
        note: '',
        pages,
      })
    } finally {
      this.running = null
      this.station.changed()
    }
  }

  judge({ step, verdict, note }: StationInput<'judgeCheckStep'>): void {
    const before = this.steps.find((each) => each.step === step)
    if (before) this.put({ ...before, verdict, note: note.trim() })
  }

  /** Ends the paper of the step under way. */
  stop(): void {
    this.isStopped = true
    this.scanner?.stop()
  }

  /** @returns the folder */
  async writeReport(): Promise<string> {
    this.report = await writeSupportReport(this.options.reportFolder, {
      state: this.describe(),
      choice: this.choice,
      profile: this.options.profile,
      caps: this.caps,
      log: this.log,
      at: this.station.now(),
      picture: (imageId) => this.pictures.find(imageId, 'page'),
    })
    this.station.changed()
    return this.report
  }

  async end(): Promise<void> {
    this.stop()
    await this.underWay
  }

  private put(state: CheckStepState): void {
    const at = this.steps.findIndex(({ step }) => step === state.step)
    if (state.pages.length === 0) this.pictures.drop(state.step)
    this.steps[at] = state
    this.station.changed()
  }

  private async look(step: CheckStep): Promise<{ findings: Finding[]; pages: CheckPage[] }> {
    try {
      if (step === 'devices') return { findings: await this.findDevice(), pages: [] }
      if (step === 'caps') return { findings: await this.readCaps(), pages: [] }
      const source = step === 'duplex' ? 'duplex' : 'feeder'
      const limit = step === 'simplex' || step === 'duplex' ? CHECK_SHEETS : MOST_SHEETS
      const { outcome, pages, isOpen } = await this.feed(step, source, limit)
      if (outcome.end === 'stopped' && step !== 'pull_out')
        return {
          findings: [{ isGood: false, seen: '已停止', advice: '请再做一次，或跳过' }],
          pages,
        }
      return { findings: this.judgeFeed(step, outcome, pages, isOpen), pages }
    } catch (error) {
      if (!(error instanceof ScanError)) throw error
      this.log.push(`${this.station.now()} ${error.code}: ${error.message}`)
      const advice = openingProblem(error.code)
      return { findings: [{ isGood: false, seen: '没有连上扫描仪', advice }], pages: [] }
    }
  }

  private judgeFeed(
    step: CheckStep,
    outcome: ScanOutcome,
    pages: CheckPage[],
    isOpen: boolean,
  ): Finding[] {
    switch (step) {
      case 'double_feed':
        return judgeDoubleFeed(outcome)
      case 'pull_out':
        return judgePullOut(outcome, isOpen)
      case 'empty':
        return judgeEmpty(outcome)
      default: {
        const { fault } = outcome
        const findings = judgePages(pages, step === 'duplex' ? 2 : 1, this.options.profile.flipBack)
        if (!fault) return findings
        return [
          { isGood: false, seen: `中途停下（${fault.code}）`, advice: openingProblem(fault.code) },
          ...findings,
        ]
      }
    }
  }

  private async findDevice(): Promise<Finding[]> {
    const { driver, device_id, device_key, device_name } = this.choice
    // A network scanner is asked at its address, and a folder at its path.
    const needsAddress = driver === 'escl' || driver === 'folder' || driver === 'simulated'
    const devices = await listDevices(this.bridge, driver, needsAddress ? device_id : undefined)
    const found = matchDevice({ id: device_id, key: device_key, name: device_name }, devices)
    const list = devices.map(({ name }) => name).join('、')
    if (!found)
      return [
        {
          isGood: false,
          seen: list === '' ? '没有找到扫描仪' : `找到的是：${list}`,
          advice: '请检查电源和连接线，关闭其他扫描软件，再做一次',
        },
      ]
    this.choice = { ...this.choice, device_id: found.id, device_key: found.stableKey }
    // The key of a folder is its path, which is nobody's business.
    const key = this.isSimulated ? '' : `（${found.stableKey}）`
    return [{ isGood: true, seen: `找到：${found.name}${key}`, advice: '' }]
  }

  private async readCaps(): Promise<Finding[]> {
    const { scanner, warnings } = await this.connect('feeder')
    try {
      this.caps = await scanner.caps()
      const { feeder } = await scanner.status()
      return judgeCaps(this.caps, feeder, warnings)
    } finally {
      await this.release()
    }
  }

  private async feed(
    step: CheckStep,
    source: ScannerChoice['paper_source'],
    limitSheets: number,
  ): Promise<{ outcome: ScanOutcome; pages: CheckPage[]; isOpen: boolean }> {
    const { scanner } = await this.connect(source)
    const job = this.station.newId()
    const dir = path.join(this.options.folder, job)
    const pages: CheckPage[] = []
    try {
      if (this.isStopped) return { outcome: STOPPED, pages, isOpen: scanner.isOpen }
      const outcome = await scanner.scan({
        job,
        dir,
        firstSheet: 1,
        limitSheets,
        ahead: 2,
        onSheet: async (sheet) => {
          pages.push(...(await this.pictures.take(step, sheet)))
        },
      })
      return { outcome, pages, isOpen: scanner.isOpen }
    } finally {
      await this.release()
      await rm(dir, { recursive: true, force: true })
    }
  }

  private async connect(source: ScannerChoice['paper_source']) {
    const choice = { ...this.choice, paper_source: source }
    const connected = await connectScanner(this.station, this.bridge, choice, this.options.profile)
    this.scanner = connected.scanner
    this.choice = { ...connected.choice, paper_source: this.choice.paper_source }
    return connected
  }

  private async release(): Promise<void> {
    await this.scanner?.close()
    this.scanner = null
  }
}

/** Before the first sheet. */
const STOPPED: ScanOutcome = { end: 'stopped', fault: null, lastGoodSheet: 0 }

const emptyStep = (step: CheckStep): CheckStepState => ({
  step,
  verdict: 'pending',
  seen: [],
  advice: '',
  note: '',
  pages: [],
})
