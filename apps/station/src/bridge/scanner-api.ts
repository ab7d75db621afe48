import type { ScanFault, ScannerProfile } from '@hengjuan/scanner-bridge'
import Type, { type Static } from 'typebox'
import type { ProfileProblem } from './profile-problems.ts'

export const Path = Type.String({ minLength: 1, maxLength: 1000 })
export const Choice = <T extends string>(values: readonly T[]) =>
  Type.Unsafe<T>(Type.Enum([...values]))

export const SCANNER_DRIVERS = [
  'twain64',
  'twain32',
  'wia',
  'sane',
  'escl',
  'folder',
  'simulated',
] as const
export const PAPER_SOURCES = ['duplex', 'feeder', 'flatbed'] as const
export const COLOUR_MODES = ['gray', 'color', 'bw'] as const
export const PAPERS = ['a4', 'a3', 'b4', '8k', '16k', 'b5'] as const
export type PaperName = (typeof PAPERS)[number]

/** The steps of the scanner check, in the order in which they are done. */
export const CHECK_STEPS = [
  'devices',
  'caps',
  'simplex',
  'duplex',
  'double_feed',
  'pull_out',
  'empty',
] as const
export type CheckStep = (typeof CHECK_STEPS)[number]

/** A scanner with all that is set for it. */
export const ScannerChoice = Type.Object({
  driver: Choice(SCANNER_DRIVERS),
  device_id: Path,
  device_name: Type.String({ minLength: 1, maxLength: 200 }),
  /** Vendor, model and serial number: by it the scanner is found again under another id. */
  device_key: Type.Optional(Type.String({ maxLength: 300 })),
  profile_id: Type.String({ minLength: 1, maxLength: 60 }),
  profile_name: Type.String({ maxLength: 60 }),
  paper_source: Choice(PAPER_SOURCES),
  dpi: Type.Integer({ minimum: 150, maximum: 600 }),
  mode: Choice(COLOUR_MODES),
  paper: Choice(PAPERS),
})
export type ScannerChoice = Static<typeof ScannerChoice>

export interface ScannerState {
  /** `waiting`: for paper in the feeder; `pausing` and `stopping` end by themselves in `ready`, or in `closed` when the scanner is lost. */
  phase: 'closed' | 'opening' | 'ready' | 'waiting' | 'scanning' | 'pausing' | 'stopping'
  /** The last one that was connected, to connect it again. */
  choice: ScannerChoice | null
  /** Of the pass under way, or of the last one. */
  batch_id: string | null
  /** Number of the last sheet that is safely in that batch. */
  sheets: number
  /** How the last pass ended and what to do now. */
  notice: ScanNotice | null
  /** Chinese: what the scanner does differently from what was chosen. */
  warnings: string[]
  /** Chinese: how it watches for several sheets at once; empty while no scanner is connected. */
  double_feed: string
  /** Front of the last good sheet, to hold against the paper; null until it has been read. */
  last_image_id: string | null
  /** The scanner check, while it is done. */
  check: CheckState | null
}

export interface CheckState {
  driver: ScannerChoice['driver']
  device_name: string
  profile_name: string
  /** The step under way; null while the scanner stands still. */
  running: CheckStep | null
  steps: CheckStepState[]
  /** Folder of the report; null until it was written. */
  report: string | null
}

export interface CheckStepState {
  step: CheckStep
  verdict: 'pending' | 'pass' | 'fail' | 'skip'
  /** Chinese: what was seen, one fact a line. */
  seen: string[]
  /** Chinese: what to do about it; empty when all is well. */
  advice: string
  /** What the person added. */
  note: string
  pages: CheckPage[]
}

/** A picture of the check with what was measured on it; null where the page has no marks that are known. */
export interface CheckPage {
  image_id: string
  sheet: number
  side: 'front' | 'back'
  width_px: number
  height_px: number
  /** What the scanner says, and what the marks on the page say. */
  dpi: number | null
  measured_dpi: number | null
  /** Which page of which sheet it is: 「检查页正面」. */
  page_name: string | null
  is_back_page: boolean | null
  rotation: 0 | 90 | 180 | 270 | null
  skew_deg: number | null
  /** 0 to 1; null without marks. */
  sharpness: number | null
  /** Grey levels between paper and print. */
  contrast: number
  is_blank: boolean
  /** Chinese, of the quality gate. */
  issues: string[]
}

export interface ScanNotice {
  tone: 'ok' | 'warn' | 'bad'
  code: ScanFault | null
  title: string
  text: string
  /** 0 when no sheet of the batch came from the feeder. */
  last_good_sheet: number
  /** The first sheet of paper that has to go back into the feeder; null when none. */
  put_back_from: number | null
}

/** A scanner that was found, with the profiles that fit it, best first. */
export interface ScannerOffer {
  driver: ScannerChoice['driver']
  device_id: string
  device_name: string
  device_key: string
  profiles: ({ profile_id: string; name: string; notes: string } & Pick<
    ScannerChoice,
    'paper_source' | 'dpi' | 'mode'
  >)[]
}

export interface ProfileList {
  /** Own ones first. */
  profiles: ProfileView[]
  /** Names of own files that cannot be read. */
  broken: string[]
}

export interface ProfileView {
  profile: ScannerProfile
  is_own: boolean
  /** Name of the shipped profile that it was copied from. */
  based_on_name: string | null
  /** The scanner check that it passed at this station with a real scanner. */
  tried: { device_name: string; at: string } | null
}

/** Either it was kept, or there is something to mend. */
export interface SavedProfile {
  problems: ProfileProblem[]
  profile_id: string | null
}
