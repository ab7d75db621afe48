import { formatMilli, type OptionalPolicy } from '@hengjuan/domain'
import { type DesignArea, gridColumns, isEssayType } from '@hengjuan/sheet/layout'
import type { Draft } from '../draft.ts'
import { rowNos } from './beside-areas.ts'
import { loosened } from './move-area.ts'
import { type Area, changeQuestions, questionOf, questionBefore } from './changed-questions.ts'

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

/** Begins a new column or page with the area, or no longer does. */
export function setBreak(design: Draft, area: Area, at: 'column' | 'page' | undefined): Draft {
  const no = area.questionNos[0] ?? design.sections[area.section]?.questions[0]?.no
  if (no === undefined) return design
  return changeQuestions(design, [no], ({ breakBefore: _break, ...rest }) =>
    at === undefined ? rest : { ...rest, breakBefore: at },
  )
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
