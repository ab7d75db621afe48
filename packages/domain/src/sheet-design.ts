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
  paper: 'A4' | 'A3'
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
  /** Objective items: number of options, A onwards; 2 for true/false. */
  optionCount?: number
  /** Subjective items: questions with the same key are cropped and marked together. */
  blockKey?: string
  /** Fill-blank: number of blanks, default 1. */
  blanks?: number
  /** Essay: height of the answer area; default by full mark. */
  heightMm?: number
  /** Chinese composition: number of squares; English composition: number of lines. */
  gridCells?: number
  /** Rows that a marker scores separately; default one row with the full mark. */
  scorePoints?: { name: string; fullMilli: Milli; stepMilli: Milli }[]
  /** Consecutive questions with one group id: the candidate answers `choose` of them in one shared area. */
  optionalGroup?: { id: string; choose: number }
}
