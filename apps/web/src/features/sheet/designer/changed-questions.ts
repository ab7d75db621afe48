import type { DesignArea } from '@hengjuan/sheet/layout'
import type { Draft, Question } from '../draft.ts'

/** An answer area as the canvas shows it. */
export type Area = Pick<
  DesignArea,
  'kind' | 'section' | 'questionNos' | 'part' | 'widthMm' | 'heightMm'
>

export const changeQuestions = (
  design: Draft,
  nos: readonly string[],
  change: (question: Question, index: number) => Question,
): Draft => ({
  ...design,
  sections: design.sections.map((section) => {
    if (!section.questions.some(({ no }) => nos.includes(no))) return section
    return {
      ...section,
      questions: section.questions.map((question) => {
        const index = nos.indexOf(question.no)
        return index < 0 ? question : change(question, index)
      }),
    }
  }),
})

export const questionOf = (design: Draft, no: string | undefined): Question | undefined =>
  design.sections.flatMap(({ questions }) => questions).find((question) => question.no === no)

export function questionBefore(design: Draft, area: Area): Question | undefined {
  const questions = design.sections[area.section]?.questions ?? []
  return questions[questions.findIndex(({ no }) => no === area.questionNos[0]) - 1]
}

export const withoutJoin = ({ joinsPrevious: _joins, ...rest }: Question): Question => rest
