import { type AnswerSheetType, SHEET_TYPE_RULES, type SheetDesign } from '@hengjuan/domain'
import {
  blankPrint,
  type DesignArea,
  type DesignProblem,
  fullMarkOf,
  blocksOf,
  layoutSheet,
  type PageGeometry,
  type SheetGeometry,
  SheetDesignError,
  svgOf,
  tableProblems,
} from '@hengjuan/sheet/layout'
import type { Draft } from '../draft.ts'

/** A design laid out in the window, by the same code that prints it. */
export interface SheetLayout {
  /** Null while the design cannot be laid out at all. */
  geometry: SheetGeometry | null
  problems: readonly DesignProblem[]
  /** Pages that may be used; those beyond are shown, but cannot be saved. */
  pageLimit: number
  fullMilli: number
  blockCount: number
}

const MOST_PAGES = 6
const USUAL_PAGES = 2

/** Lays a draft out; one that is too long is laid out beyond its limit, so that one sees what is too much. */
export function layOut(draft: Draft, schoolName: string, type: AnswerSheetType = 1): SheetLayout {
  // The server gives identity and code when the sheet is saved; neither moves anything.
  const design = { ...draft, id: 'draft', sheetCode: 0, schoolName } as unknown as SheetDesign
  const facts = {
    pageLimit: draft.maxPages ?? USUAL_PAGES,
    fullMilli: fullMarkOf(design),
    blockCount: SHEET_TYPE_RULES[type].isMarked ? blocksOf(design).length : 0,
  }
  if (SHEET_TYPE_RULES[type].page !== 'designed') {
    const problems = tableProblems(design, SHEET_TYPE_RULES[type])
    return { geometry: null, problems, ...facts }
  }
  try {
    return { geometry: layoutSheet(design), problems: [], ...facts }
  } catch (error) {
    if (!(error instanceof SheetDesignError)) throw error
    const { problems } = error
    const isTooLong = problems.every(({ code }) => code === 'TOO_LONG')
    return { geometry: isTooLong ? beyondLimit(design) : null, problems, ...facts }
  }
}

function beyondLimit(design: SheetDesign): SheetGeometry | null {
  try {
    return layoutSheet({ ...design, maxPages: MOST_PAGES })
  } catch (error) {
    if (error instanceof SheetDesignError) return null
    throw error
  }
}

/** What the page prints, as an image: its text can run no script. */
export const pictureOf = (page: PageGeometry): string =>
  `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svgOf(page, blankPrint(page)))}`

/** An area with its page and a name that stays the same while it is moved and resized. */
export interface PlacedArea extends DesignArea {
  id: string
  page: number
}

/** Everything that can be selected, in printed order. */
export const areasOf = (geometry: SheetGeometry): PlacedArea[] =>
  geometry.pages.flatMap(({ page, areas }) =>
    areas
      .filter(({ kind }) => kind !== 'strip')
      .map((area) => ({ ...area, page, id: areaId(area) })),
  )

const areaId = ({ kind, section, questionNos, part }: DesignArea): string =>
  kind === 'title' ? `title:${section}` : `${questionNos[0]}:${part}`
