import type { BubbleFieldKind } from './omr-template.ts'

/**
 * What the reader says about one scanned page. Plain JSON: the station stores it, the server keeps it
 * append-only beside human decisions, the exception pages show its evidence.
 */
export interface PageReading {
  engine: string
  templateId: string
  /** Page of the template that this image is; null when it could not be told. */
  page: number | null
  widthPx: number
  heightPx: number
  /** `ok`: nothing doubtful. `doubtful`: some field wants a person. `rejected`: no geometry, nothing was read. */
  status: 'ok' | 'doubtful' | 'rejected'
  registration: Registration | null
  pageCode: PageCodeReading | null
  barcodes: BarcodeReading[]
  fields: FieldReading[]
  regions: RegionReading[]
  quality: PageQuality
  issues: PageIssue[]
  /** Handwritten digits as proposals; absent where the template has no digit fields. */
  digits?: DigitFieldReading[]
  /** Written cells of composition grids; absent where the template has none. */
  wordGrids?: WordGridReading[]
}

export interface Registration {
  /** How far the scan was turned, clockwise degrees. */
  rotation: 0 | 90 | 180 | 270
  /** Row-major 3 x 3, sheet millimetres to image pixels. */
  homography: number[]
  /** Root mean square distance between expected and found anchors. */
  residualMm: number
  skewDeg: number
  /** Measured size over printed size. */
  scale: number
  anchors: { id: string; found: boolean; xPx: number; yPx: number; errorMm: number }[]
}

export interface PageCodeReading {
  bits: string
  /** Template page whose bits these are; null for another sheet or a damaged code. */
  page: number | null
  /** Cells that are illegible or, where only one is wrong, differ from the page that was nearest; 1 for the first. */
  damaged?: number[]
  /** 0 to 1. */
  confidence: number
}

export interface BarcodeReading {
  id: string
  purpose: 'examNo' | 'sheet'
  /** Null where nothing was read, or what was read cannot be believed. */
  text: string | null
  /** Why there is no text, in Chinese, for the operator; absent where there is one. */
  reason?: string
}

/** States of domain rules 2.2. Only `clear`, and `blank` above the threshold, need no person. */
export type FieldState = 'clear' | 'blank' | 'faint' | 'multi' | 'box_error'

export interface FieldReading {
  id: string
  kind: BubbleFieldKind
  state: FieldState
  /** Values read, in sheet order; for `examNo` one digit a column, `?` where unreadable. */
  values: string[]
  /** Probability that `values` is what the candidate meant, 0 to 1. */
  confidence: number
  /** Whether a person must look: below threshold, or a state that is never accepted by machine. */
  doubtful: boolean
  /** Why it is doubtful, in Chinese, for the operator; empty otherwise. */
  reason: string
  bubbles: BubbleReading[]
}

export interface BubbleReading {
  value: string
  column: number
  /** Mean darkness over local paper and print, 0 paper white, 1 as dark as ink gets. */
  darkness: number
  /** Share of the bubble's area covered by ink, 0 to 1. */
  coverage: number
  /** Probability that the candidate meant this bubble. */
  filled: number
  /** Where it was looked for in the image, centre, pixels. */
  xPx: number
  yPx: number
}

export interface RegionReading {
  id: string
  blockKey: string | null
  part: number
  /** Ink share after what the template prints is taken off, 0 to 1. */
  inkRatio: number
  /** Extent of the largest connected stroke, millimetres; absent where much is written or print is not known. */
  strokeMm?: number
  /** Corners in image pixels: top left, top right, bottom right, bottom left. */
  quadPx: [number, number][]
}

export interface PageQuality {
  /** Sharpness of printed edges, 1 as printed, 0 a blur. */
  sharpness: number
  /** Paper white minus print black, 0 to 255. */
  contrast: number
  /** Ink share of the whole page. */
  inkRatio: number
  blank: boolean
  /** Share of the paper burnt out to full white, and of the print drowned in black, the greater of the two. */
  saturation?: number
  /** Vertical lines of dirt on the scanner's glass. */
  streaks?: number
}

/** A proposal for handwritten digits: a person confirms it, whatever its probability. */
export interface DigitFieldReading {
  id: string
  blockKey: string
  /** Digits from left to right, `?` where unreadable and a space where the box is empty. */
  text: string
  /** The number with its decimal point, thousandths; null when it is not legible. */
  scoreMilli: number | null
  /** Probability that the whole number is right, 0 to 1. */
  confidence: number
  cells: {
    digit: string
    confidence: number
    /** Centre in image pixels. */
    xPx: number
    yPx: number
  }[]
}

export interface WordGridReading {
  id: string
  blockKey: string
  part: number
  /** Cells that carry ink. */
  writtenCells: number
  /** Cells from the first of the grid to the last written one: the usual word count. */
  characters: number
  /** Last row with writing, 0 when there is none. */
  lastRow: number
}

export type PageIssueCode =
  | 'BLANK_PAGE'
  | 'ANCHORS_MISSING'
  | 'RESIDUAL_HIGH'
  | 'SCALE_ODD'
  | 'PAGE_CODE_UNREADABLE'
  | 'PAGE_OF_OTHER_SHEET'
  | 'LOW_CONTRAST'
  | 'BLURRED'
  | 'CLIPPED'
  | 'FOLDED_CORNER'
  | 'GRID_SHIFTED'
  | 'SKEWED'
  | 'SATURATED'
  | 'STREAKS'
  | 'DOUBLE_FEED'
  | 'WRONG_TEMPLATE'
  | 'BACK_SIDE'
  | 'NO_COLOUR'

export interface PageIssue {
  code: PageIssueCode
  /** Chinese, for the operator: what is wrong and what to do. */
  message: string
  /** Must the page go to the positioning queue? */
  blocking: boolean
  /** Where to look: rectangles in image pixels. */
  evidence?: { xPx: number; yPx: number; widthPx: number; heightPx: number }[]
}
