import type { Draft } from '../draft.ts'
import type { DropPlace } from './move-area.ts'
import type { PlacedArea } from './sheet-layout.ts'

/** Where an area that is let go here would come to stand, and the line that shows it. Millimetres. */
export interface DropTarget {
  place: DropPlace
  page: number
  xMm: number
  yMm: number
  widthMm: number
}

/** The gap between areas that is nearest to a point of a page; null where the page has no area. */
export function dropTargetAt(
  design: Draft,
  areas: readonly PlacedArea[],
  at: { page: number; xMm: number; yMm: number },
): DropTarget | null {
  const onPage = areas.filter(({ page }) => page === at.page)
  const columns = [...new Set(onPage.map(({ xMm }) => xMm))]
  const nearest = columns.toSorted((one, other) => distance(one, at) - distance(other, at))[0]
  const column = onPage.filter(({ xMm }) => xMm === nearest)
  const [first] = column
  if (!first) return null
  const below = column.find(({ yMm, heightMm }) => at.yMm < yMm + heightMm / 2)
  const line = { page: at.page, xMm: first.xMm, widthMm: first.widthMm }
  if (below) return { place: placeBefore(design, below), yMm: below.yMm - 1.1, ...line }
  const last = column.at(-1) ?? first
  return { place: placeAfter(design, last), yMm: last.yMm + last.heightMm + 1.1, ...line }
}

const distance = (leftMm: number, at: { xMm: number }) =>
  at.xMm < leftMm ? 1000 + leftMm - at.xMm : at.xMm - leftMm

function placeBefore(design: Draft, area: PlacedArea): DropPlace {
  if (area.kind !== 'title') return { section: area.section, beforeNo: area.questionNos[0] ?? null }
  // Above a title is the end of the section before it.
  if (area.section > 0) return { section: area.section - 1, beforeNo: null }
  return { section: 0, beforeNo: design.sections[0]?.questions[0]?.no ?? null }
}

function placeAfter(design: Draft, area: PlacedArea): DropPlace {
  const questions = design.sections[area.section]?.questions ?? []
  if (area.kind === 'title') return { section: area.section, beforeNo: questions[0]?.no ?? null }
  const at = questions.findIndex(({ no }) => no === area.questionNos.at(-1))
  return { section: area.section, beforeNo: questions[at + 1]?.no ?? null }
}
