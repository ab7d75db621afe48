import type { Corner } from './damage.ts'
import type { Degradation, DegradationName } from './degradations/catalogue.ts'
import type { HandMarking } from './mark-by-hand.ts'
import type { MarkShape } from './pen-marks.ts'

/** A candidate and what the candidate means to put on the sheet. */
export interface SimulatedStudent {
  name: string
  className: string
  examNo: string
  absent: boolean
  /** Letters by printed question number; a missing or empty entry is left blank. */
  choices: Record<string, string[]>
  /** Chosen question numbers by optional group. */
  optional: Record<string, string[]>
  /** Share of each block's area that is written on, 0 to 1, by block key. */
  writing: Record<string, number>
  /** Dark cells drawn into each answer area, by block key, for simulated readers to tell whose it is. */
  stamps?: Record<string, boolean[][]>
  /** What markers and the invigilator enter; on sheets that are marked before they are scanned. */
  marking?: HandMarking
}

/** What went wrong with a sheet; `upsideDown` is harmless and must not be noticed. */
export type Defect =
  | { kind: 'noExamNo' }
  | { kind: 'partialExamNo'; how?: 'blank' | 'double' }
  /** A well-formed number that no candidate of the exam has. */
  | { kind: 'wrongExamNo'; examNo: string }
  /** Another candidate's number. */
  | { kind: 'duplicateNumber'; examNo: string }
  /** `corner` as seen from the front; the back loses the mirrored one. */
  | { kind: 'missingCorner'; corner?: Corner }
  | { kind: 'foldedCorner'; corner?: Corner }
  | { kind: 'doubleMark'; questionNo?: string }
  | { kind: 'faintMark'; questionNo?: string }
  | { kind: 'halfFilled'; questionNo?: string }
  | { kind: 'tickMark'; questionNo?: string }
  | { kind: 'crossMark'; questionNo?: string }
  | { kind: 'smudge'; questionNo?: string }
  | { kind: 'absentBoxNoAnswers' }
  | { kind: 'absentBoxWithAnswers' }
  /** The last page came out of the scanner without anything on it. */
  | { kind: 'blankPage' }
  | { kind: 'otherExamPage' }
  | { kind: 'missingSecondPage' }
  | { kind: 'upsideDown' }

export type DefectKind = Defect['kind']

export const DEFECT_KINDS = [
  'noExamNo',
  'partialExamNo',
  'wrongExamNo',
  'duplicateNumber',
  'missingCorner',
  'foldedCorner',
  'doubleMark',
  'faintMark',
  'halfFilled',
  'tickMark',
  'crossMark',
  'smudge',
  'absentBoxNoAnswers',
  'absentBoxWithAnswers',
  'blankPage',
  'otherExamPage',
  'missingSecondPage',
  'upsideDown',
] as const satisfies readonly DefectKind[]

/** Whether a careful person would be sure of a field without asking. */
export type Expectation = 'clear' | 'doubtful'

export interface MarkTruth {
  value: string
  shape: MarkShape
  /** How much of what the shape is about, see `drawMark`; absent where chance decided. */
  amount?: number
}

export interface ChoiceTruth {
  questionNo: string
  fieldId: string
  page: number
  /** What the candidate means, in printed order; empty for a question left out. */
  meant: string[]
  /** What is on the paper, rubbed-out marks included. */
  marks: MarkTruth[]
  expect: Expectation
  /** The defect or degradation that shaped it; null for a mark as asked for. */
  because: DefectKind | DegradationName | null
}

/** What markers and the invigilator filled in, field by field. */
export interface EntryTruth {
  fieldId: string
  /** As it is read: a mark in points, the variant's letter, `misconduct`; empty where nothing is filled in. */
  meant: string[]
  /** Values of the bubbles filled. */
  cells: string[]
  expect: Expectation
}

/** A mark written in the boxes of a block. */
export interface DigitTruth {
  blockKey: string
  /** Null where nothing is written. */
  scoreMilli: number | null
  expect: Expectation
}

/** Everything that is known about a simulated sheet. */
export interface SheetTruth {
  seed: string
  dpi: number
  templateId: string
  /** Whose sheet it really is. */
  student: { name: string; className: string; examNo: string }
  examNo: {
    /** Text of the printed or pasted barcode; null without one. */
    barcode: string | null
    /** A digit a column, `?` for a column without and `*` with two marks; null where no bubbles are. */
    bubbled: string | null
    expect: Expectation
  }
  /** `expect` is given only where it is `doubtful`. */
  absent: { filled: boolean; expect?: Expectation }
  choices: ChoiceTruth[]
  optional: { groupId: string; fieldId: string; meant: string[]; expect: Expectation }[]
  /** On sheets that are marked before they are scanned. */
  entries?: EntryTruth[]
  digits?: DigitTruth[]
  /** What was written, by region of the template. */
  ink: { regionId: string; blockKey: string; amount: number }[]
  defects: Defect[]
  /** Troubles made with a strength; absent where none was asked for. */
  degradations?: Degradation[]
  pages: PageTruth[]
}

/** One scanned picture, in the order of the feeder. */
export interface PageTruth {
  /** Page of the template; null for a blank page and for a page of another sheet. */
  page: number | null
  kind: 'sheet' | 'blank' | 'other'
  templateId: string | null
  upsideDown: boolean
  /** Clockwise, for scans with degradations; otherwise `upsideDown` says it. */
  rotation?: 0 | 90 | 180 | 270
  skewDeg: number
  widthPx: number
  heightPx: number
  /** Row-major 3 x 3, sheet millimetres to image pixels. */
  homography: number[]
  /** Corners whose mark is gone. */
  lostCorners: Corner[]
  /**
   * Where points of the sheet truly lie, `[xMm, yMm, xPx, yPx]`, on a grid over the page; given for scans
   * with degradations. Where the paper slipped, `homography` is only the matrix that fits these best.
   */
  points?: [number, number, number, number][]
}
