import type { InputOf, sheetSave } from '@hengjuan/contracts'
import { isObjectiveType, milli, type QuestionType } from '@hengjuan/domain'

type Save = InputOf<typeof sheetSave>['body']
export type Draft = Save['design']
export type Section = Draft['sections'][number]
export type Question = Section['questions'][number]

/** What the designer edits: the layout, and answers by question number. */
export interface SheetWork {
  design: Draft
  /** Letters, `AC`; empty while there is no answer. */
  keys: Record<string, string>
  /** Partial score of multiple choices, thousandths. */
  missing: Record<string, number>
}

export const isObjective = (question: Question): boolean =>
  isObjectiveType(question.type as QuestionType)

export const questionsOf = (design: Draft): Question[] =>
  design.sections.flatMap(({ questions }) => questions)

/** The number after a number: `12` to `13`, `12(1)` to `12(1)1`. */
export const nextNo = (design: Draft): string => {
  const numbers = questionsOf(design).map(({ no }) => Number(no))
  return String(Math.max(0, ...numbers.filter(Number.isFinite)) + 1)
}

/** A question of a type with the usual values; its answer area becomes a block of its own. */
export function newQuestion(no: string, type: number, fullMilli: number): Question {
  const question: Question = { no, type, fullMilli }
  if (isObjective(question)) return { ...question, optionCount: type === 13 ? 2 : 4 }
  return { ...question, blockKey: no, ...(type === 11 ? { gridCells: 800 } : {}) }
}

/** The question as another type: what only the old type had is dropped. */
export function retyped(question: Question, type: number): Question {
  const { no, fullMilli, blockKey, stem, pictures } = question
  const next = {
    ...newQuestion(no, type, fullMilli),
    ...(stem === undefined ? {} : { stem }),
    ...(pictures === undefined ? {} : { pictures }),
  }
  return isObjective(next) ? next : { ...next, blockKey: blockKey ?? no }
}

/** A further question of a section, like its last. */
export function withAddedQuestion(design: Draft, sectionIndex: number): Draft {
  const no = nextNo(design)
  return mapSection(design, sectionIndex, (section) => {
    const last = section.questions.at(-1)
    const added = newQuestion(no, last?.type ?? 1, last?.fullMilli ?? milli(5))
    const sameLook = last && {
      ...(last.optionCount === undefined ? {} : { optionCount: last.optionCount }),
      ...(last.heightMm === undefined ? {} : { heightMm: last.heightMm }),
    }
    return { ...section, questions: [...section.questions, { ...added, ...sameLook }] }
  })
}

export const mapSection = (
  design: Draft,
  index: number,
  change: (section: Section) => Section,
): Draft => ({
  ...design,
  sections: design.sections.map((section, at) => (at === index ? change(section) : section)),
})

export const mapQuestion = (
  design: Draft,
  [sectionIndex, questionIndex]: readonly [number, number],
  change: (question: Question) => Question | null,
): Draft =>
  mapSection(design, sectionIndex, (section) => ({
    ...section,
    questions: section.questions.flatMap((question, at) => {
      const next = at === questionIndex ? change(question) : question
      return next === null ? [] : [next]
    }),
  }))

/** Keys and rules as the server takes them: only of questions that are there and have an answer. */
export function answersOf({ design, keys, missing }: SheetWork): Pick<Save, 'keys' | 'rules'> {
  const objective = questionsOf(design).filter(isObjective)
  const answered = objective.filter(({ no }) => keys[no])
  return {
    keys: Object.fromEntries(answered.map(({ no }) => [no, [...(keys[no] ?? '')]])),
    rules: Object.fromEntries(
      answered
        .filter(({ no, type }) => type === 2 && missing[no] !== undefined)
        .map(({ no }) => [no, { missing_milli: missing[no] ?? 0 }]),
    ),
  }
}

/** Letters that a person typed, as an answer of a question. */
export function typedKey(text: string, question: Question): string {
  const most = question.type === 13 ? 2 : (question.optionCount ?? 4)
  const letters = [...text.toUpperCase()].filter((letter) => {
    const at = letter.charCodeAt(0) - 65
    return at >= 0 && at < most
  })
  const single = question.type === 1 || question.type === 13
  return single ? (letters.at(-1) ?? '') : [...new Set(letters)].sort().join('')
}
