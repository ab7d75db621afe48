import type { Question } from '../draft.ts'
import type { Figures } from './StemForm.tsx'
import type { RowActs } from './use-row-acts.ts'

/** A question of the table, and what its section holds. */
export interface QuestionRowProps {
  section: number
  at: number
  question: Question
  /** All of the section: what is pasted goes on over them. */
  questions: readonly Question[]
  answer: string
  missingMilli: number
  problem: string | undefined
  isSelected: boolean
  /** What the section holds: columns that none of its questions needs are left out. */
  hasObjective: boolean
  hasSubjective: boolean
  isFixed: boolean
  isLayoutFixed: boolean
  /** Null where no question of the section has any. */
  knowledge: string | null
  /** The question can have a text, printed or shown. */
  hasStem: boolean
  figures: Figures | null
  act: RowActs
}
