import { isObjectiveType } from '@hengjuan/domain'
import type {
  Milli,
  OptionalPolicy,
  QuestionType,
  SheetDesign,
  SheetQuestion,
} from '@hengjuan/domain'

/** A block to be marked: what is cropped together and scored by one person at a time. */
export interface MarkingBlock {
  /** The `blockKey` of its crop regions. */
  key: string
  /** For lists and headings: `第13-16题`. */
  name: string
  questionNos: string[]
  /** What a candidate can get in the block; a group of optional questions counts once per choice. */
  fullMilli: Milli
  scorePoints: BlockScorePoint[]
  /** Present when the block holds optional questions; each then has its own score points. */
  optional: { groupId: string; choose: number; fieldId: string; policy: OptionalPolicy } | null
}

export interface BlockScorePoint {
  questionNo: string
  name: string
  fullMilli: Milli
  stepMilli: Milli
}

export interface ObjectiveItem {
  questionNo: string
  type: QuestionType
  fullMilli: Milli
  /** Letters in printed order. */
  options: string[]
  multiple: boolean
  /** The bubble field of the template. */
  fieldId: string
}

const FILL_TYPES: readonly QuestionType[] = [3, 5, 8, 12, 14, 15, 16, 17, 18]

/** Answered on short lines, several questions to a frame. */
export const isFillType = (type: QuestionType): boolean => FILL_TYPES.includes(type)

/** Answered in a frame of its own that can be resized, split and merged. */
export const isEssayType = (type: QuestionType): boolean =>
  !isObjectiveType(type) && !isFillType(type) && type !== 7 && type !== 11

export const questionsOf = (design: SheetDesign): SheetQuestion[] =>
  design.sections.flatMap(({ questions }) => questions)

/** The marking blocks of a design in printed order, with every default filled in. */
export function blocksOf(design: SheetDesign): MarkingBlock[] {
  const byKey = Map.groupBy(
    questionsOf(design).filter((question) => !isObjectiveType(question.type)),
    (question) => question.blockKey ?? `q${question.no}`,
  )
  return [...byKey].map(([key, questions]) => {
    const group = questions[0]!.optionalGroup
    const sum = questions.reduce((total, { fullMilli }) => total + fullMilli, 0)
    return {
      key,
      name: nameOf(questions.map(({ no }) => no)),
      questionNos: questions.map(({ no }) => no),
      fullMilli: group ? questions[0]!.fullMilli * group.choose : sum,
      scorePoints: questions.flatMap(scorePointsOf),
      optional: group
        ? {
            groupId: group.id,
            choose: group.choose,
            fieldId: `optional:${group.id}`,
            policy: group.policy ?? 'by_mark',
          }
        : null,
    }
  })
}

/** The questions that the machine scores, in printed order. */
export function objectiveItemsOf(design: SheetDesign): ObjectiveItem[] {
  return questionsOf(design)
    .filter((question) => isObjectiveType(question.type))
    .map((question) => ({
      questionNo: question.no,
      type: question.type,
      fullMilli: question.fullMilli,
      options: optionLetters(question),
      multiple: question.type === 2 || question.type === 99,
      fieldId: `choice:${question.no}`,
    }))
}

/** What the whole sheet is worth; optional groups count once per choice. */
export const fullMarkOf = (design: SheetDesign): Milli =>
  [...objectiveItemsOf(design), ...blocksOf(design)].reduce(
    (sum, { fullMilli }) => sum + fullMilli,
    0,
  )

function scorePointsOf(question: SheetQuestion): BlockScorePoint[] {
  const points = question.scorePoints ?? [
    {
      name: `第${question.no}题`,
      fullMilli: question.fullMilli,
      stepMilli: defaultStep(question.fullMilli),
    },
  ]
  return points.map((point) => ({ questionNo: question.no, ...point }))
}

/** The coarsest usual step that reaches the full mark. */
const defaultStep = (fullMilli: Milli): Milli =>
  [1000, 500].find((step) => fullMilli % step === 0) ?? fullMilli

const optionLetters = (question: SheetQuestion) =>
  Array.from({ length: question.type === 13 ? 2 : (question.optionCount ?? 4) }, (_, index) =>
    String.fromCharCode(65 + index),
  )

function nameOf(nos: string[]): string {
  if (nos.length === 1) return `第${nos[0]}题`
  const numbers = nos.map(Number)
  const run = numbers.every((no, index) => index === 0 || no === numbers[index - 1]! + 1)
  return run ? `第${nos[0]}-${nos.at(-1)}题` : `第${nos.join('、')}题`
}
