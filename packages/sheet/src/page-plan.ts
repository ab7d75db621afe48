import type { SheetDesign } from '@hengjuan/domain'
import type { Column } from './flow.ts'
import { CONTENT, DEFAULT_PAGES, LEAST_HEAD_WIDTH, PAPERS } from './measures.ts'

/** Where the columns of a sheet lie, before anything is placed in them. Millimetres. */
export interface PagePlan {
  count: number
  columnWidth: number
  /** Left edges of the columns of a page; front and back mirror the binding edge. */
  leftsOf(page: number): number[]
  /** Where the paper is folded; empty for flat sheets. */
  folds: number[]
  /** The head stands above all columns, since one alone is too narrow. */
  isHeadWide: boolean
  /** From the left edge of the first column to the right edge of the last. */
  contentWidth: number
}

export function planPages(design: SheetDesign, count: number): PagePlan {
  const { widthMm } = PAPERS[design.paper]
  const seal = design.sealLine ? CONTENT.sealWidth : 0
  // A sheet folded in the middle stays folded in the middle, so both edges give way.
  const margins = 2 * CONTENT.left + (design.folded ? 2 * seal : seal)
  const gap = design.folded ? CONTENT.foldGap : CONTENT.columnGap
  const contentWidth = widthMm - margins
  const columnWidth = (contentWidth - (count - 1) * gap) / count
  const leftsOf = (page: number) => {
    const isBinding = page % 2 === 1 || design.folded === true
    const first = CONTENT.left + (isBinding ? seal : 0)
    return Array.from({ length: count }, (_, index) => first + index * (columnWidth + gap))
  }
  const folds = design.folded
    ? leftsOf(1)
        .slice(1)
        .map((left) => left - gap / 2)
    : []
  const isHeadWide = count > 1 && columnWidth < LEAST_HEAD_WIDTH
  return { count, columnWidth, leftsOf, folds, isHeadWide, contentWidth }
}

export const pageLimit = (design: SheetDesign): number => design.maxPages ?? DEFAULT_PAGES

/** All columns that may be filled, in reading order; `topOf` tells where a column of a page begins. */
export function columnsOf(
  design: SheetDesign,
  plan: PagePlan,
  topOf: (page: number, column: number) => number,
): Column[] {
  const { heightMm } = PAPERS[design.paper]
  return Array.from({ length: pageLimit(design) }, (_, index) =>
    plan.leftsOf(index + 1).map((xMm, column) => ({
      page: index + 1,
      xMm,
      yMm: topOf(index + 1, column),
      widthMm: plan.columnWidth,
      bottomMm: heightMm - CONTENT.bottomFromEdge,
    })),
  ).flat()
}
