import path from 'node:path'
import type { ScannerOptions, ScannerProfile } from '@hengjuan/scanner-bridge'
import type { CheckState, CheckStep, ScannerChoice } from '../../../bridge/scanner-api.ts'
import type { PictureKind, StationInput } from '../../../bridge/station-api.ts'
import { StationError } from '../../../bridge/station-error.ts'
import type { StationContext } from '../../context.ts'
import type { ProfileShelf } from '../profile-shelf.ts'
import { readCheckSheet } from './check-sheet.ts'
import type { KnownSheet } from './measure-page.ts'
import { ScannerCheck } from './scanner-check.ts'

export interface CheckDeskOptions {
  bridge: ScannerOptions
  shelf: ProfileShelf
  /** For pages on their way. */
  folder: string
  /** Where reports of scanner checks are put. */
  reportFolder: string
  /** Sheets that the station knows, for measuring pages that lie in the feeder. */
  knownSheets: () => KnownSheet[]
}

/** The scanner check that is under way, if one is. */
export class CheckDesk {
  private readonly station: StationContext
  private readonly options: CheckDeskOptions
  private check: ScannerCheck | null = null

  constructor(station: StationContext, options: CheckDeskOptions) {
    this.station = station
    this.options = options
  }

  get isBusy(): boolean {
    return this.check !== null
  }

  describe(): CheckState | null {
    return this.check?.describe() ?? null
  }

  begin(choice: ScannerChoice, profile: ScannerProfile): void {
    const { bridge, folder, reportFolder, knownSheets } = this.options
    this.check = new ScannerCheck(this.station, {
      bridge,
      choice,
      profile,
      folder: path.join(folder, 'check'),
      reportFolder,
      sheets: async () => [await readCheckSheet(), ...knownSheets()],
    })
    this.station.changed()
  }

  /** @throws StationError when no check is under way */
  get current(): ScannerCheck {
    if (this.check) return this.check
    throw new StationError('CHECK_OVER', '扫描仪检查已经结束，请重新开始')
  }

  async run(step: CheckStep): Promise<void> {
    await this.current.run(step)
    this.noteTried()
  }

  judge(judgement: StationInput<'judgeCheckStep'>): void {
    this.current.judge(judgement)
    this.noteTried()
  }

  async end(): Promise<void> {
    const { check } = this
    this.check = null
    await check?.end()
    this.station.changed()
  }

  /** A picture of the check that is under way. */
  picture(imageId: string, kind: PictureKind): { bytes: Buffer; mime: string } | null {
    const bytes = this.check?.picture(imageId, kind)
    if (!bytes) return null
    // JPEG, or PNG where the profile says so.
    return { bytes, mime: bytes[0] === 0x89 ? 'image/png' : 'image/jpeg' }
  }

  /** Remembers a profile that works with a real scanner. */
  private noteTried(): void {
    const { check } = this
    if (!check?.isPassed || check.isSimulated) return
    this.options.shelf.noteTried(check.profileId, check.describe().device_name)
  }
}
