import type { PadQuestion } from '@hengjuan/contracts'
import {
  isObjectiveType,
  letterAt,
  seededOrder,
  type SheetDesign,
  type SheetQuestion,
  shownQuestion,
} from '@hengjuan/domain'
import type { Static } from 'typebox'

/** How a paper is mixed for one candidate. */
export interface Mixing {
  examId: number
  subjectId: number
  candidateId: number
  options: boolean
  items: boolean
}

interface Picture {
  hash: string
  url: string
  width_px: number
  height_px: number
}

/** The paper as one candidate sees it: the same at every look, and without anything of the keys. */
export function paperOf(
  design: SheetDesign,
  idOf: ReadonlyMap<string, number>,
  mixing: Mixing,
  pictureOf: ReadonlyMap<string, Picture>,
): { title: string; questions: Static<typeof PadQuestion>[] }[] {
  return design.sections.map(({ title, questions }, at) => ({
    title,
    questions: itemOrder(questions, at, mixing).flatMap((question) => {
      const id = idOf.get(question.no)
      return id === undefined ? [] : [shown(question, id, mixing, pictureOf)]
    }),
  }))
}

/** Mixed within a section; questions of which some are chosen stay together. */
function itemOrder(
  questions: readonly SheetQuestion[],
  section: number,
  mixing: Mixing,
): readonly SheetQuestion[] {
  if (!mixing.items || questions.some(({ optionalGroup }) => optionalGroup)) return questions
  return seededOrder(`${seedOf(mixing)}:section:${section}`, questions.length).flatMap(
    (index) => questions[index] ?? [],
  )
}

function shown(
  question: SheetQuestion,
  id: number,
  mixing: Mixing,
  pictureOf: ReadonlyMap<string, Picture>,
): Static<typeof PadQuestion> {
  const { text, options, optionCount, blanks } = shownQuestion(question)
  const { no, type, fullMilli, pictures = [], optionalGroup } = question
  return {
    question_id: id,
    no,
    type,
    full_milli: fullMilli,
    text,
    options: options && optionOrder(question, mixing).map((index) => options[index] ?? ''),
    option_count: optionCount,
    blanks,
    pictures: pictures.flatMap((hash) => pictureOf.get(hash) ?? []),
    optional: optionalGroup ? { group: optionalGroup.id, choose: optionalGroup.choose } : null,
  }
}

/** Which options a candidate sees in which order: those of the question where they are not mixed. */
export function optionOrder(question: SheetQuestion, mixing: Mixing): number[] {
  const { options, optionCount } = shownQuestion(question)
  const isMixed = mixing.options && options !== null && question.type !== 13
  return isMixed
    ? seededOrder(`${seedOf(mixing)}:options:${question.no}`, optionCount)
    : Array.from({ length: optionCount }, (_, index) => index)
}

const seedOf = ({ examId, subjectId, candidateId }: Mixing): string =>
  `${examId}:${subjectId}:${candidateId}`

/** Why an answer cannot be one to a question, in Chinese; null where it can. */
export function answerProblem(question: SheetQuestion, sub: string, value: string): string | null {
  const { blanks, optionCount } = shownQuestion(question)
  const no = `第 ${question.no} 题`
  if (isObjectiveType(question.type)) {
    const letters = Array.from({ length: optionCount }, (_, index) => letterAt(index))
    const isSound =
      sub === '' &&
      new Set(value).size === value.length &&
      [...value].every((letter) => letters.includes(letter))
    const isOne = value.length <= 1 || question.type === 2 || question.type === 99
    return isSound && isOne ? null : `${no}没有这样的选项`
  }
  if (sub === 'photos')
    return /^([0-9a-f]{64}(,[0-9a-f]{64})*)?$/.test(value) ? null : `${no}的照片不对`
  if (blanks === 0) return sub === '' ? null : `${no}没有这一空`
  return /^[1-9]\d?$/.test(sub) && Number(sub) <= blanks ? null : `${no}没有这一空`
}
