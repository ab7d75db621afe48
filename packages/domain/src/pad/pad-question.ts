import { isObjectiveType } from '../question-type.ts'
import type { QuestionType } from '../question-type.ts'
import { stemParts } from './pad-order.ts'

/** What of a question is shown to whoever answers it. */
export interface ShownQuestion {
  text: string
  options: string[] | null
  optionCount: number
  blanks: number
}

/** Types that are filled in field by field. */
const FILLED: readonly QuestionType[] = [3, 5, 8, 12, 14, 15]

const OF_JUDGEMENT = ['正确', '错误']

/** How a question of a table is answered on screen: by options, in fields, or in one text. */
export function shownQuestion(question: {
  type: number
  stem?: string | undefined
  optionCount?: number | undefined
  blanks?: number | undefined
}): ShownQuestion {
  const type = question.type as QuestionType
  const stem = question.stem ?? ''
  if (!isObjectiveType(type))
    return {
      text: stem.trim(),
      options: null,
      optionCount: 0,
      blanks: FILLED.includes(type) ? (question.blanks ?? (type === 3 ? 1 : 4)) : 0,
    }
  if (type === 13) {
    const parts = stemParts(stem, 2)
    return { text: parts.text, options: parts.options ?? OF_JUDGEMENT, optionCount: 2, blanks: 0 }
  }
  const optionCount = question.optionCount ?? 4
  return { ...stemParts(stem, optionCount), optionCount, blanks: 0 }
}

/** May more than one option be chosen? */
export const takesSeveral = (type: number): boolean => type === 2 || type === 99
