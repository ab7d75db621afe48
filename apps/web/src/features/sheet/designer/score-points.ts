import { formatMilli, MILLI_PER_POINT } from '@hengjuan/domain'
import type { Question } from '../draft.ts'

const HALF = 500

/** Score points as a person writes them: `4+4+4`; empty where the question is scored as one. */
export const pointsText = ({ scorePoints }: Question): string =>
  scorePoints?.map(({ fullMilli }) => formatMilli(fullMilli)).join('+') ?? ''

/** The question with score points as written; what cannot be read leaves it as it was. */
export function withPoints(question: Question, text: string): Question {
  const { scorePoints: _before, ...rest } = question
  if (text.trim() === '') return rest
  const parts = text.split(/[+＋,，\s]+/).map((part) => Math.round(Number(part) * MILLI_PER_POINT))
  if (parts.length > 30 || parts.some((milli) => !Number.isFinite(milli) || milli <= 0))
    return question
  if (parts.length === 1) return { ...rest, fullMilli: parts[0] ?? question.fullMilli }
  return {
    ...rest,
    fullMilli: parts.reduce((sum, milli) => sum + milli, 0),
    scorePoints: parts.map((fullMilli, index) => ({
      name: `第${question.no}题（${index + 1}）`,
      fullMilli,
      stepMilli:
        fullMilli % MILLI_PER_POINT === 0
          ? MILLI_PER_POINT
          : fullMilli % HALF === 0
            ? HALF
            : fullMilli,
    })),
  }
}
