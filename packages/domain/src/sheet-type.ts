import type { AnswerSheetType, ExamMode } from './exam-codes.ts'

/** What makes one type of answer sheet different from another. */
interface SheetTypeRules {
  /** Who draws the page: our layout, a file that was imported, or nobody as there is no paper. */
  page: 'designed' | 'imported' | 'none'
  /** A person reads answers and gives points, block by block. */
  isMarked: boolean
  /** The machine scores choices against a key. */
  hasKeys: boolean
  /** Modes of exam subjects that such a sheet can serve. */
  modes: readonly ExamMode[]
}

const ON_PAPER: readonly ExamMode[] = [1, 2, 6, 7]

/**
 * Types of answer sheets: 1 and 2 are filled in beside the question paper, 7 is the question paper itself;
 * 3 is a question table that candidates answer online; 5 only says what the imported scores are out of.
 *
 * @source specification, section 3 (answer sheet, exam modes)
 */
export const SHEET_TYPE_RULES: Readonly<Record<AnswerSheetType, SheetTypeRules>> = {
  1: { page: 'designed', isMarked: true, hasKeys: true, modes: ON_PAPER },
  2: { page: 'imported', isMarked: true, hasKeys: true, modes: ON_PAPER },
  3: { page: 'none', isMarked: true, hasKeys: true, modes: [3] },
  5: { page: 'none', isMarked: false, hasKeys: false, modes: [4] },
  7: { page: 'imported', isMarked: true, hasKeys: true, modes: ON_PAPER },
}

/** The type that is made here for a subject of a mode; imported types are chosen with the file. */
export const sheetTypeOfMode = (mode: number): AnswerSheetType =>
  mode === 3 ? 3 : mode === 4 ? 5 : 1
