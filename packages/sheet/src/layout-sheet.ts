import type { SheetDesign } from '@hengjuan/domain'
import { SheetDesignError, validateDesign } from './design-problems.ts'
import type { FlowItem } from './flow.ts'
import { flowInto, placeColumn, tooTallStem } from './flow.ts'
import type { SheetGeometry } from './geometry.ts'
import { widestRow } from './beside.ts'
import { drawHead } from './head.ts'
import { drawLeafHead, leafHeadHeight } from './leaf-head.ts'
import { blocksOf } from './marking-blocks.ts'
import { CONTENT, MAX_PAGES, PAPERS } from './measures.ts'
import { groupWidth, optionsOf } from './objective-grid.ts'
import { PageBuilder } from './page-builder.ts'
import { drawBinding, drawMargins, drawMarks } from './page-frame.ts'
import type { PagePlan } from './page-plan.ts'
import { columnsOf, pageLimit, planPages } from './page-plan.ts'
import { scoreStrip, totalStrip } from './score-strip.ts'
import { sectionItems } from './section-items.ts'

/**
 * Lays a design out on one to six pages, to the hundredth of a millimetre.
 *
 * The same coordinates are printed (`renderPdf`, `renderSvg`) and read (`templateOf`). Where the design
 * leaves the number of columns open, that which needs the fewest pages is taken.
 *
 * @throws SheetDesignError with Chinese messages when the design is inconsistent or needs more pages
 * than it may have
 */
export function layoutSheet(design: SheetDesign): SheetGeometry {
  const problems = validateDesign(design)
  if (problems.length > 0) throw new SheetDesignError(problems)
  const { columnChoices } = PAPERS[design.paper]
  const attempts = (design.columns ? [design.columns] : columnChoices).map((columns) =>
    layoutColumns(design, columns),
  )
  const laid = attempts.flatMap(({ geometry }) => geometry ?? [])
  const [first, ...others] = laid
  if (first)
    return others.reduce(
      (best, other) => (other.pages.length < best.pages.length ? other : best),
      first,
    )
  const [stem] = attempts.flatMap(({ tooTall }) => tooTall ?? [])
  if (stem !== undefined) throw new SheetDesignError([stemTooLong(stem)])
  throw new SheetDesignError([tooLong(design, Math.min(...attempts.map((each) => each.missingMm)))])
}

const stemTooLong = (questionNo: string) => ({
  code: 'STEM' as const,
  message: `第 ${questionNo} 题：题干太长，一栏里放不下题干和作答的地方。请缩短题干，或减少栏数、减小作答区高度。`,
  questionNo,
})

function tooLong(design: SheetDesign, missingMm: number) {
  if (!Number.isFinite(missingMm))
    return {
      code: 'TOO_NARROW' as const,
      message:
        '栏宽放不下选项最多的题或并排的作答区，请减少栏数、减少选项、取消并排或改用更大的纸张。',
    }
  const limit = pageLimit(design)
  const room = limit === 2 ? '正反两面' : ` ${limit} 面`
  const ways = [
    ...(limit < MAX_PAGES ? ['增加页数上限'] : []),
    ...(design.paper === 'A4' || design.paper === '16K' ? ['改用 A3 纸'] : []),
    '减小作答区高度或减少题目',
  ]
  return {
    code: 'TOO_LONG' as const,
    message: `内容超出${room}，约多出 ${Math.ceil(missingMm / 10)} 厘米。请${ways.join('、')}。`,
  }
}

interface Attempt {
  geometry: SheetGeometry | null
  missingMm: number
  /** A question whose text is higher than any column. */
  tooTall?: string
}

function layoutColumns(design: SheetDesign, count: number): Attempt {
  const plan = planPages(design, count)
  const { columnWidth } = plan
  const rows = design.sections.map(({ questions }) => widestRow(questions))
  if (Math.max(widestGroup(design), ...rows) > columnWidth)
    return { geometry: null, missingMm: Number.POSITIVE_INFINITY }

  const paper = PAPERS[design.paper]
  const partsOfBlock = new Map<string, number>()
  const builders = Array.from(
    { length: pageLimit(design) },
    (_, index) => new PageBuilder(index + 1, paper.widthMm, paper.heightMm, partsOfBlock),
  )
  const headWidth = plan.isHeadWide ? plan.contentWidth : columnWidth
  const headSlot = (page: number, yMm: number) => ({
    xMm: plan.leftsOf(page)[0]!,
    yMm,
    widthMm: headWidth,
    heightMm: leafHeadHeight(design),
  })
  for (const builder of builders) drawMarks(builder, design, plan.folds)
  const headHeight = drawHead(builders[0]!, design, headSlot(1, CONTENT.titleTop))
  const topOf = (page: number, column: number) => {
    const isUnderHead = page % 2 === 1 && (column === 0 || plan.isHeadWide)
    if (!isUnderHead) return CONTENT.top
    return page === 1
      ? CONTENT.titleTop + headHeight + CONTENT.gap
      : CONTENT.top + leafHeadHeight(design) + CONTENT.gap
  }
  const columns = columnsOf(design, plan, topOf)
  const content = itemsOf(design, columnWidth)
  const tallest = Math.max(...columns.map(({ yMm, bottomMm }) => bottomMm - yMm))
  const tooTall = tooTallStem(content, tallest)
  if (tooTall !== null) return { geometry: null, missingMm: 0, tooTall }
  const { placements, leftMm } = flowInto(columns, content)
  if (leftMm > 0) return { geometry: null, missingMm: leftMm }

  for (const [index, placed] of placements.entries()) {
    const column = columns[index]!
    const items = placed.map(({ item }) => item)
    placeColumn(builders[column.page - 1]!, column, items)
  }
  const used = Math.floor(placements.findLastIndex((placed) => placed.length > 0) / count) + 1
  const pages = builders.slice(0, Math.max(1, used))
  for (const builder of pages) finishPage(builder, design, plan, pages.length, headSlot)
  return {
    geometry: { design, columns: count, pages: pages.map(({ page }) => page) },
    missingMm: 0,
  }
}

/** What stands around the content: head of a further leaf, seal line, notices and page number. */
function finishPage(
  builder: PageBuilder,
  design: SheetDesign,
  plan: PagePlan,
  pages: number,
  headSlot: (page: number, yMm: number) => Parameters<typeof drawLeafHead>[2],
): void {
  const { page } = builder.page
  if (page > 1 && page % 2 === 1) drawLeafHead(builder, design, headSlot(page, CONTENT.top))
  drawBinding(builder, design, plan)
  drawMargins(builder, design, pages, plan)
}

function itemsOf(design: SheetDesign, columnWidth: number): FlowItem[] {
  const aboveBlock = scoreStripsOf(design, columnWidth)
  return design.sections.flatMap((section, index) =>
    sectionItems(section, index, columnWidth, aboveBlock),
  )
}

/**
 * Gives each block its strip for the mark once, on sheets that are marked before they are scanned; the first has that
 * for the total above it.
 */
function scoreStripsOf(design: SheetDesign, width: number): (blockKey: string) => FlowItem[] {
  const { scoreEntry, totalEntry } = design
  const blocks = scoreEntry ? blocksOf(design) : []
  const waiting = new Map(blocks.map((block) => [block.key, block]))
  return (blockKey) => {
    const block = waiting.get(blockKey)
    if (!block || !scoreEntry) return []
    const isFirst = waiting.size === blocks.length
    waiting.delete(blockKey)
    return [
      ...(isFirst && totalEntry ? [totalStrip(blocks, scoreEntry, width)] : []),
      scoreStrip(block, scoreEntry, width),
    ]
  }
}

const widestGroup = (design: SheetDesign) =>
  Math.max(
    0,
    ...design.sections.flatMap(({ questions }) =>
      questions.map((question) => groupWidth(optionsOf(question)) + 4),
    ),
  )
