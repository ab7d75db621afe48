import type { OptionalPolicy } from './mark-codes.ts'
import type { Milli } from './milli.ts'
import type { QuestionType } from './question-type.ts'

/**
 * A question table with what must be printed around it; `packages/sheet` turns it into geometry,
 * a PDF and an OMR template.
 */
export interface SheetDesign {
  /** Unique name and version, becomes the template's id: `sheet-12-v3`. */
  id: string
  /** 0 to 65535, printed as bits on every page so that a page of another sheet is recognised. */
  sheetCode: number
  schoolName: string
  /** First line, the exam's name. */
  title: string
  subjectName: string
  paper: 'A4' | 'A3' | '8K' | '16K'
  /** Columns of a page; absent: as many as need the fewest pages. */
  columns?: 1 | 2 | 3
  /** Most pages that may be used, 1 to 6, two to a piece of paper; absent: 2, one piece. */
  maxPages?: number
  /** The paper is folded between the columns: wider gaps with a mark for the fold. */
  folded?: boolean
  /** Print a seal line (密封线) along the binding edge of the first page. */
  sealLine?: boolean
  /** The school's crest, a PNG or JPEG as data URL, printed beside the title. */
  crest?: string
  /** Number of digits of the exam number, 4 to 12. */
  examNoDigits: number
  numberStyle: 'bubble' | 'barcode' | 'both'
  /** What the candidate must heed, a line each. */
  notices: string[]
  /** Print a box in which the invigilator marks misconduct. */
  misconduct?: boolean
  /** Variants of the question paper, 2 to 4: the candidate marks which one lay on the desk, A onwards. */
  paperVariants?: number
  /**
   * The sheet is marked by hand and scanned afterwards: every block carries a place for its mark,
   * `bars` to fill in or `digits` to write.
   */
  scoreEntry?: 'bars' | 'digits'
  /** Of such a sheet: a further place for what the marks come to, as a check on them. */
  totalEntry?: true
  sections: SheetSection[]
}

export interface SheetSection {
  /** For instance `一、单项选择题（本大题共 12 小题，每小题 3 分，共 36 分）`. */
  title: string
  questions: SheetQuestion[]
}

export interface SheetQuestion {
  /** Printed number, unique in the sheet: `1`, `17`. */
  no: string
  type: QuestionType
  fullMilli: Milli
  /**
   * The question's own text, printed above its bubbles or answer area; lines as typed, the options of a
   * choice among them. A sheet with any is a combined question-and-answer sheet (题卡合一).
   */
  stem?: string
  /** Pictures under the text of a question that is answered on screen, by their hashes. */
  pictures?: string[]
  /** Objective items: number of options, A onwards; 2 for true/false. */
  optionCount?: number
  /** Subjective items: questions with the same key are cropped and marked together. */
  blockKey?: string
  /** Fill-blank: number of blanks, default 1; matching, sorting, connecting: how many things, default 4. */
  blanks?: number
  /** Essay: height of the answer area; default by full mark. */
  heightMm?: number
  /** Chinese composition: number of squares; English composition: number of lines. */
  gridCells?: number
  /** Chinese composition: print the count at every 100 (default) or 200 squares. */
  countEvery?: 100 | 200
  /** The answer area keeps `heightMm` instead of growing into the space that a column has left. */
  exactHeight?: boolean
  /** Essay: heights of the frames that the answer area is split into, all of one block; two to six. */
  partsMm?: number[]
  /** Essay: written in the frame of the question before, which then holds both. */
  joinsPrevious?: boolean
  /** Essay: its frame stands beside that of the question before, in the same column; two or three in a row. */
  besidePrevious?: boolean
  /** Begins a new column or page. */
  breakBefore?: 'column' | 'page'
  /** Rows that a marker scores separately; default one row with the full mark. */
  scorePoints?: { name: string; fullMilli: Milli; stepMilli: Milli }[]
  /**
   * Consecutive questions with one group id: the candidate answers `choose` of them in one shared area.
   * `policy`: which answers are marked and count; those that were filled in unless it says otherwise.
   */
  optionalGroup?: { id: string; choose: number; policy?: OptionalPolicy }
}
