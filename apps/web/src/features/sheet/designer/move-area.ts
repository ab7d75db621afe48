import type { Draft, Question, Section } from '../draft.ts'
import { type Area, withoutJoin } from './changed-questions.ts'

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

/** A question no longer joins one that is not of its block. */
export const loosened = (question: Question, index: number, all: Question[]): Question =>
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
