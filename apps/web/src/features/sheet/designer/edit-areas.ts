import { formatMilli, type OptionalPolicy, type SheetQuestion } from '@hengjuan/domain'
import {
  besideRow,
  type DesignArea,
  gridColumns,
  isEssayType,
  mayStandBeside,
} from '@hengjuan/sheet/layout'
import type { Draft, Question, Section } from '../draft.ts'

/** An answer area as the canvas shows it. */
export type Area = Pick<
  DesignArea,
  'kind' | 'section' | 'questionNos' | 'part' | 'widthMm' | 'heightMm'
>

const LEAST_MM = 20
const MOST_MM = 260
/** Heights of a composition row and an English line, as printed. */
const GRID_ROW = 9.2
const GRID_HEAD = 8
const LINE_ROW = 8.8
const LINE_HEAD = 10.9

export const RESIZABLE: readonly DesignArea['kind'][] = [
  'essay',
  'fill',
  'lines',
  'grid',
  'optional',
]

const changeQuestions = (
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

const questionOf = (design: Draft, no: string | undefined): Question | undefined =>
  design.sections.flatMap(({ questions }) => questions).find((question) => question.no === no)

const tidy = (mm: number) => Math.round(Math.min(MOST_MM, Math.max(LEAST_MM, mm)) * 2) / 2

/** The design with an area made as tall as a person dragged it. Squares and lines come in whole rows. */
export function resizeArea(design: Draft, area: Area, heightMm: number): Draft {
  const first = questionOf(design, area.questionNos[0])
  if (!first || !RESIZABLE.includes(area.kind)) return design
  const [no] = area.questionNos as [string]
  if (area.kind === 'grid' || area.kind === 'lines') {
    const isGrid = area.kind === 'grid'
    const row = isGrid ? GRID_ROW : LINE_ROW
    const rows = Math.max(2, Math.round((heightMm - (isGrid ? GRID_HEAD : LINE_HEAD)) / row))
    const before = Math.round((area.heightMm - (isGrid ? GRID_HEAD : LINE_HEAD)) / row)
    const perRow = isGrid ? gridColumns(area.widthMm) : 1
    const known = first.gridCells ?? before * perRow
    // Other parts of a composition that was cut keep their rows.
    const cells = (Math.ceil(known / perRow) + rows - before) * perRow
    return changeQuestions(design, [no], (question) => ({
      ...question,
      gridCells: Math.min(isGrid ? 2000 : 60, Math.max(perRow, cells)),
    }))
  }
  if (first.partsMm)
    return changeQuestions(design, [no], (question) => ({
      ...question,
      partsMm: (first.partsMm ?? []).map((mm, at) => (at === area.part ? tidy(heightMm) : mm)),
    }))
  const share = area.kind === 'essay' ? area.questionNos.length : 1
  const nos = area.kind === 'essay' ? rowNos(design, area) : [no]
  return changeQuestions(design, nos, (question) => ({
    ...question,
    heightMm: tidy(heightMm / share),
    ...(area.kind === 'fill' ? {} : { exactHeight: true }),
  }))
}

/** Numbers of the questions whose heights go together: those in a frame, or frames in a row. */
function rowNos(design: Draft, area: Area): readonly string[] {
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

/** The area grows and shrinks with its column again. */
export const releaseHeight = (design: Draft, area: Area): Draft =>
  changeQuestions(
    design,
    area.kind === 'essay' ? rowNos(design, area) : area.questionNos,
    ({ exactHeight: _exact, heightMm: _mm, ...rest }) => rest,
  )

/** One frame becomes two, of the same block; what was split is split further. */
export function splitArea(design: Draft, area: Area): Draft {
  const [no] = area.questionNos
  if (area.kind !== 'essay' || no === undefined) return design
  // A merged frame falls apart into its questions.
  if (area.questionNos.length > 1)
    return changeQuestions(design, area.questionNos, ({ joinsPrevious: _joins, ...rest }) => rest)
  return changeQuestions(design, [no], ({ exactHeight: _exact, ...question }) => {
    const parts = question.partsMm ?? [Math.max(2 * LEAST_MM, area.heightMm)]
    const at = question.partsMm ? area.part : 0
    const half = tidy((parts[at] ?? area.heightMm) / 2)
    const partsMm = parts.flatMap((mm, index) => (index === at ? [half, half] : [mm]))
    return partsMm.length > 6 ? question : { ...question, partsMm }
  })
}

/** How the answers to a group of optional questions count, for all of the group alike. */
export const withOptionalPolicy = (
  design: Draft,
  nos: readonly string[],
  policy: OptionalPolicy,
): Draft =>
  changeQuestions(design, nos, (question) => {
    if (!question.optionalGroup) return question
    const { policy: _, ...group } = question.optionalGroup
    return { ...question, optionalGroup: policy === 'by_mark' ? group : { ...group, policy } }
  })

/** Why an area cannot be merged with the one before; null if it can. */
export function mergeRefusal(design: Draft, area: Area): string | null {
  const question = questionOf(design, area.questionNos[0])
  if (!question || area.kind !== 'essay') return '只有解答类题目的作答区可以合并'
  if (question.partsMm) return null
  const before = questionBefore(design, area)
  if (!before || !isEssayType(before.type as 4)) return '前面没有可以合并的作答区'
  if (before.optionalGroup || before.partsMm) return '前一个作答区是选做题或已拆分，不能合并'
  return null
}

/** Parts of one question become one frame again; otherwise the frame joins that of the question before. */
export function mergeArea(design: Draft, area: Area): Draft {
  const question = questionOf(design, area.questionNos[0])
  if (!question || mergeRefusal(design, area) !== null) return design
  if (question.partsMm) {
    const sum = question.partsMm.reduce((total, mm) => total + mm, 0)
    return changeQuestions(design, [question.no], ({ partsMm: _parts, ...rest }) => ({
      ...rest,
      heightMm: tidy(sum),
    }))
  }
  const before = questionBefore(design, area)
  if (!before) return design
  return changeQuestions(design, area.questionNos, ({ breakBefore: _break, ...rest }) => ({
    ...rest,
    joinsPrevious: true,
    blockKey: before.blockKey ?? before.no,
  }))
}

function questionBefore(design: Draft, area: Area): Question | undefined {
  const questions = design.sections[area.section]?.questions ?? []
  return questions[questions.findIndex(({ no }) => no === area.questionNos[0]) - 1]
}

/** Begins a new column or page with the area, or no longer does. */
export function setBreak(design: Draft, area: Area, at: 'column' | 'page' | undefined): Draft {
  const no = area.questionNos[0] ?? design.sections[area.section]?.questions[0]?.no
  if (no === undefined) return design
  return changeQuestions(design, [no], ({ breakBefore: _break, ...rest }) =>
    at === undefined ? rest : { ...rest, breakBefore: at },
  )
}

/** Where something is dropped: before a question of a section, or at its end. */
export interface DropPlace {
  section: number
  beforeNo: string | null
}

/** Takes questions out and puts them in elsewhere, in their order; a title takes its whole section along. */
export function moveArea(design: Draft, area: Area, place: DropPlace): Draft {
  if (area.kind === 'title') return moveSection(design, area.section, place)
  if (place.beforeNo !== null && area.questionNos.includes(place.beforeNo)) return design
  const moved = design.sections
    .flatMap(({ questions }) => questions)
    .filter(({ no }) => area.questionNos.includes(no))
    .map((question, index) => (index === 0 ? withoutJoin(question) : question))
  const sections = design.sections.map((section): Section => ({
    ...section,
    questions: section.questions.filter(({ no }) => !area.questionNos.includes(no)),
  }))
  const target = sections[place.section]
  if (!target) return design
  const at = target.questions.findIndex(({ no }) => no === place.beforeNo)
  const questions = target.questions.toSpliced(at < 0 ? target.questions.length : at, 0, ...moved)
  const next = sections.map((section, index) =>
    index === place.section ? { ...section, questions: questions.map(loosened) } : section,
  )
  return { ...design, sections: next.filter(({ questions: left }) => left.length > 0) }
}

const withoutJoin = ({ joinsPrevious: _joins, ...rest }: Question): Question => rest

/** A question no longer joins one that is not of its block. */
const loosened = (question: Question, index: number, all: Question[]): Question =>
  question.joinsPrevious && all[index - 1]?.blockKey !== question.blockKey
    ? withoutJoin(question)
    : question

function moveSection(design: Draft, from: number, place: DropPlace): Draft {
  const moved = design.sections[from]
  if (!moved || place.section === from) return design
  const rest = design.sections.toSpliced(from, 1)
  const to = place.section > from ? place.section - 1 : place.section
  const isEnd = place.beforeNo === null
  return { ...design, sections: rest.toSpliced(isEnd ? to + 1 : to, 0, moved) }
}

/** The place one step up or down, past the neighbouring question; null at the ends. */
export function neighbourPlace(design: Draft, area: Area, step: -1 | 1): DropPlace | null {
  if (area.kind === 'title') {
    const section = area.section + step
    if (!design.sections[section]) return null
    return {
      section,
      beforeNo: step < 0 ? (design.sections[section].questions[0]?.no ?? null) : null,
    }
  }
  const { questions } = design.sections[area.section] ?? { questions: [] }
  const first = questions.findIndex(({ no }) => no === area.questionNos[0])
  const last = questions.findIndex(({ no }) => no === area.questionNos.at(-1))
  if (step < 0) {
    if (first > 0) return { section: area.section, beforeNo: questions[first - 1]?.no ?? null }
    return area.section > 0 ? { section: area.section - 1, beforeNo: null } : null
  }
  if (last < questions.length - 1)
    return { section: area.section, beforeNo: questions[last + 2]?.no ?? null }
  const next = design.sections[area.section + 1]
  return next ? { section: area.section + 1, beforeNo: next.questions[0]?.no ?? null } : null
}

export const removeArea = (design: Draft, area: Area): Draft => ({
  ...design,
  sections:
    area.kind === 'title'
      ? design.sections.toSpliced(area.section, 1)
      : design.sections
          .map((section) => ({
            ...section,
            questions: section.questions
              .filter(({ no }) => !area.questionNos.includes(no))
              .map(loosened),
          }))
          .filter(({ questions }) => questions.length > 0),
})

/** `第1-8题`, `第17题（12分）`. */
export function areaName(
  design: Draft,
  area: Pick<Area, 'kind' | 'section' | 'questionNos'>,
): string {
  if (area.kind === 'title') return design.sections[area.section]?.title ?? ''
  const [first] = area.questionNos
  const last = area.questionNos.at(-1)
  if (first === last) {
    const question = questionOf(design, first)
    return `第${first}题${question ? `（${formatMilli(question.fullMilli)}分）` : ''}`
  }
  return `第${first}-${last}题`
}
