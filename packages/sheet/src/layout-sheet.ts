import type { SheetDesign } from '@hengjuan/domain'
import { SheetDesignError, validateDesign } from './design-problems.ts'
import type { Column, FlowItem } from './flow.ts'
import { flowInto, placeColumn } from './flow.ts'
import type { SheetGeometry } from './geometry.ts'
import { drawHead } from './head.ts'
import { blocksOf } from './marking-blocks.ts'
import { CONTENT, MAX_PAGES, PAPERS } from './measures.ts'
import { groupWidth, optionsOf } from './objective-grid.ts'
import { PageBuilder } from './page-builder.ts'
import { drawMargins, drawMarks } from './page-frame.ts'
import { scoreStrip } from './score-strip.ts'
import { sectionItems } from './section-items.ts'

/**
 * Lays a design out on one or two pages, to the hundredth of a millimetre.
 *
 * The same coordinates are printed (`renderPdf`, `renderSvg`) and read (`templateOf`).
 *
 * @throws SheetDesignError with Chinese messages when the design is inconsistent or needs more than
 * two pages.
 */
export function layoutSheet(design: SheetDesign): SheetGeometry {
  const problems = validateDesign(design)
  if (problems.length > 0) throw new SheetDesignError(problems)
  let missing = Number.POSITIVE_INFINITY
  for (const columns of PAPERS[design.paper].columnChoices) {
    const attempt = layoutColumns(design, columns)
    if (attempt.geometry) return attempt.geometry
    missing = Math.min(missing, attempt.missingMm)
  }
  const advice =
    design.paper === 'A4' ? '改用 A3 纸、减小作答区高度或减少题目' : '减小作答区高度或减少题目'
  const excess = Number.isFinite(missing) ? `，约多出 ${Math.ceil(missing / 10)} 厘米` : ''
  throw new SheetDesignError([
    { code: 'TOO_LONG', message: `内容超出正反两面${excess}。请${advice}。` },
  ])
}

interface Attempt {
  geometry: SheetGeometry | null
  missingMm: number
}

function layoutColumns(design: SheetDesign, count: number): Attempt {
  const paper = PAPERS[design.paper]
  const width = (paper.widthMm - 2 * CONTENT.left - (count - 1) * CONTENT.columnGap) / count
  const lefts = Array.from(
    { length: count },
    (_, index) => CONTENT.left + index * (width + CONTENT.columnGap),
  )
  if (widestGroup(design) > width) return { geometry: null, missingMm: Number.POSITIVE_INFINITY }

  const partsOfBlock = new Map<string, number>()
  const builders = Array.from(
    { length: MAX_PAGES },
    (_, index) => new PageBuilder(index + 1, paper.widthMm, paper.heightMm, partsOfBlock),
  )
  for (const builder of builders) drawMarks(builder, design)
  const headTop = { xMm: lefts[0]!, yMm: CONTENT.titleTop, widthMm: width, heightMm: 0 }
  const headHeight = drawHead(builders[0]!, design, headTop)

  const columns = columnsOf(lefts, width, paper.heightMm)
  columns[0]!.yMm = CONTENT.titleTop + headHeight + CONTENT.gap
  const aboveBlock = scoreStripsOf(design, width)
  const items = design.sections.flatMap((section) => sectionItems(section, width, aboveBlock))
  const { placements, leftMm } = flowInto(columns, items)
  if (leftMm > 0) return { geometry: null, missingMm: leftMm }

  for (const [index, placed] of placements.entries()) {
    const column = columns[index]!
    const builder = builders[column.page - 1]!
    placeColumn(
      builder,
      column,
      placed.map(({ item }) => item),
    )
  }
  const used = placements.slice(count).some((placed) => placed.length > 0) ? MAX_PAGES : 1
  const pages = builders.slice(0, used)
  for (const builder of pages) drawMargins(builder, design, used, lefts, width)
  return {
    geometry: { design, columns: count, pages: pages.map(({ page }) => page) },
    missingMm: 0,
  }
}

/** Gives each block its strip for the mark once, on sheets that are marked before they are scanned. */
function scoreStripsOf(design: SheetDesign, width: number): (blockKey: string) => FlowItem[] {
  const { scoreEntry } = design
  const waiting = new Map(scoreEntry ? blocksOf(design).map((block) => [block.key, block]) : [])
  return (blockKey) => {
    const block = waiting.get(blockKey)
    if (!block || !scoreEntry) return []
    waiting.delete(blockKey)
    return [scoreStrip(block, scoreEntry, width)]
  }
}

function columnsOf(lefts: number[], widthMm: number, paperHeight: number): Column[] {
  return Array.from({ length: MAX_PAGES }, (_, page) =>
    lefts.map((xMm) => ({
      page: page + 1,
      xMm,
      yMm: CONTENT.top,
      widthMm,
      bottomMm: paperHeight - CONTENT.bottomFromEdge,
    })),
  ).flat()
}

const widestGroup = (design: SheetDesign) =>
  Math.max(
    0,
    ...design.sections.flatMap(({ questions }) =>
      questions.map((question) => groupWidth(optionsOf(question)) + 4),
    ),
  )
