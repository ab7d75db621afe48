import type { SheetQuestion } from '@hengjuan/domain'
import { besideRow, mayStandBeside } from '@hengjuan/sheet/layout'
import type { Draft, Question } from '../draft.ts'
import { type Area, changeQuestions, questionOf, questionBefore } from './changed-questions.ts'

/** Numbers of the questions whose heights go together: those in a frame, or frames in a row. */
export function rowNos(design: Draft, area: Area): readonly string[] {
  const { questions } = design.sections[area.section] ?? { questions: [] }
  const first = questions.find(({ no }) => no === area.questionNos[0])
  const row = first ? besideRow(questions as SheetQuestion[], first as SheetQuestion) : []
  return row.length > 1 ? row.map(({ no }) => no) : area.questionNos
}

/** Why an area cannot stand beside the one before; null if it can. */
export function besideRefusal(design: Draft, area: Area): string | null {
  const question = questionOf(design, area.questionNos[0])
  if (!question || area.kind !== 'essay') return '只有解答类题目的作答区可以并排'
  if (design.scoreEntry) return '先阅后扫的答题卡每个题块上方印有打分框，不能并排'
  const before = questionBefore(design, area)
  const fits = mayStandBeside(before as SheetQuestion | undefined, question as SheetQuestion)
  return fits ? null : '前一个作答区要是没有拆分、合并的解答类题目，并且没有另起一栏'
}

/** Puts the area beside the one before, or below it again. */
export function toggleBeside(design: Draft, area: Area): Draft {
  const question = questionOf(design, area.questionNos[0])
  if (!question) return design
  if (question.besidePrevious) return changeQuestions(design, [question.no], withoutBeside)
  if (besideRefusal(design, area) !== null) return design
  return changeQuestions(design, [question.no], (one) => ({ ...one, besidePrevious: true }))
}

const withoutBeside = ({ besidePrevious: _beside, ...rest }: Question): Question => rest

/** The design without rows that what was done tore apart. */
export const withoutTornRows = (design: Draft): Draft =>
  design.sections.some(({ questions }) => questions.some(isTorn))
    ? {
        ...design,
        sections: design.sections.map((section) => ({
          ...section,
          questions: section.questions.map((question, index, all) =>
            isTorn(question, index, all) ? withoutBeside(question) : question,
          ),
        })),
      }
    : design

const isTorn = (question: Question, index: number, all: Question[]): boolean =>
  question.besidePrevious === true &&
  !mayStandBeside(all[index - 1] as SheetQuestion | undefined, question as SheetQuestion)
