import { milli, QUESTION_TYPES, type QuestionType } from '@hengjuan/domain'
import { type Draft, newQuestion, nextNo, type Question } from '../draft.ts'
import type { Area } from './changed-questions.ts'

/** Kinds of areas that can be put on a sheet, with how many questions come at once and what they are worth. */
export const ADDABLE: readonly {
  type: QuestionType
  count: number
  points: number
  choose?: number
}[] = [
  { type: 1, count: 5, points: 3 },
  { type: 2, count: 5, points: 4 },
  { type: 13, count: 5, points: 2 },
  { type: 3, count: 4, points: 5 },
  { type: 4, count: 1, points: 12 },
  { type: 10, count: 1, points: 6 },
  { type: 10, count: 2, points: 10, choose: 1 },
  { type: 12, count: 1, points: 5 },
  { type: 14, count: 1, points: 5 },
  { type: 15, count: 1, points: 5 },
  { type: 17, count: 1, points: 5 },
  { type: 7, count: 1, points: 25 },
  { type: 11, count: 1, points: 60 },
]

export const addableName = ({ type, count, choose }: (typeof ADDABLE)[number]): string =>
  choose
    ? `选做题（${count}选${choose}）`
    : `${QUESTION_TYPES[type]}${count > 1 ? ` ${count} 题` : ''}`

/** Puts an area behind the selected one, in the same section if that is of its kind, else in one of its own. */
export function addArea(design: Draft, after: Area | null, what: (typeof ADDABLE)[number]): Draft {
  const from = Number(nextNo(design))
  const shared = `${from}-${from + what.count - 1}`
  const questions = Array.from({ length: what.count }, (_, index): Question => ({
    ...newQuestion(String(from + index), what.type, milli(what.points)),
    ...((what.type === 3 || what.choose) && { blockKey: shared }),
    ...(what.choose && { optionalGroup: { id: `G${from}`, choose: what.choose } }),
  }))
  const at = after?.section ?? design.sections.length - 1
  const section = design.sections[at]
  if (section && section.questions[0]?.type === what.type && !what.choose) {
    const place = after
      ? section.questions.findIndex(({ no }) => no === after.questionNos.at(-1))
      : -1
    const all = section.questions.toSpliced(
      place < 0 ? section.questions.length : place + 1,
      0,
      ...questions,
    )
    return {
      ...design,
      sections: design.sections.map((one, index) =>
        index === at ? { ...one, questions: all } : one,
      ),
    }
  }
  const title = `${'一二三四五六七八九十'[design.sections.length] ?? design.sections.length + 1}、${what.choose ? '选做题' : QUESTION_TYPES[what.type]}`
  return { ...design, sections: design.sections.toSpliced(at + 1, 0, { title, questions }) }
}
