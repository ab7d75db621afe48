import type { SheetDesign, TemplateAnchor } from '@hengjuan/domain'
import { ANCHOR, CONTENT, GREY, LINE, PRINTER_MARGIN, TEXT } from './measures.ts'
import { layoutPageCode, PAGE_CODE_WIDTH } from './page-code.ts'
import type { PageBuilder } from './page-builder.ts'
import { round } from './page-builder.ts'
import type { PagePlan } from './page-plan.ts'
import { fitSize } from './text-width.ts'

const SEAL_TEXT = '密封线内不要答题'
/** Of the seal line from the content. */
const SEAL_INSET = 5.5
const EDGE_NOTICE = '请在各题目的答题区域内作答，超出黑色矩形边框限定区域的答案无效'

/** Nearer than this to a fold a mark is creased, and may be seen as two. */
const CREASE = 6

/** Anchors of a page: four at the corners, of which the top left is a bar, and marks along the edges. */
export function anchorsOf(
  widthMm: number,
  heightMm: number,
  folds: readonly number[] = [],
): TemplateAnchor[] {
  const { inset, corner, bar, edgeShort, edgeLong } = ANCHOR
  const right = widthMm - inset
  const bottom = heightMm - inset
  const square = (id: string, xMm: number, yMm: number): TemplateAnchor => ({
    id,
    kind: 'square',
    role: 'corner',
    xMm,
    yMm,
    widthMm: corner,
    heightMm: corner,
  })
  const anchors: TemplateAnchor[] = [
    {
      ...square('corner:tl', inset + (bar - corner) / 2, inset),
      kind: 'bar',
      widthMm: bar,
    },
    square('corner:tr', right, inset),
    square('corner:bl', inset, bottom),
    square('corner:br', right, bottom),
  ]
  const edge = { kind: 'bar', role: 'edge' } as const
  const lying = { ...edge, widthMm: edgeLong, heightMm: edgeShort }
  const standing = { ...edge, widthMm: edgeShort, heightMm: edgeLong }
  for (const [index, share] of [0.25, 0.5, 0.75].entries()) {
    const yMm = Math.round(heightMm * share * 100) / 100
    anchors.push({ id: `left:${index}`, ...lying, xMm: inset, yMm })
    anchors.push({ id: `right:${index}`, ...lying, xMm: right, yMm })
  }
  // A long side slips more in the feeder, so it gets marks of its own.
  if (widthMm > heightMm)
    for (const [index, at] of [144, widthMm - 144].entries()) {
      const isCreased = folds.some((fold) => Math.abs(fold - at) < CREASE)
      const xMm = isCreased ? at + (index === 0 ? 2 : -2) * CREASE : at
      anchors.push({ id: `top:${index}`, ...standing, xMm, yMm: inset })
      anchors.push({ id: `bottom:${index}`, ...standing, xMm, yMm: bottom })
    }
  return anchors
}

/** Anchors and page code: the first things on every page. */
export function drawMarks(
  builder: PageBuilder,
  design: SheetDesign,
  folds: readonly number[],
): void {
  const { page, widthMm, heightMm } = builder.page
  builder.page.anchors = anchorsOf(widthMm, heightMm, folds)
  const left = widthMm > heightMm ? 40 : (widthMm - PAGE_CODE_WIDTH) / 2
  const code = layoutPageCode(design.sheetCode, page, left, ANCHOR.inset)
  builder.page.pageCode = code
  const black = code.cells.filter((_, index) => code.bits[index] === '1')
  for (const mark of [...builder.page.anchors, ...black])
    builder.draw({
      kind: 'rect',
      xMm: mark.xMm - mark.widthMm / 2,
      yMm: mark.yMm - mark.heightMm / 2,
      widthMm: mark.widthMm,
      heightMm: mark.heightMm,
      fillGrey: GREY.black,
    })
}

/** Seal line on the first page, and marks where the paper is folded. */
export function drawBinding(builder: PageBuilder, design: SheetDesign, plan: PagePlan): void {
  const { page, heightMm } = builder.page
  for (const xMm of plan.folds)
    for (const yMm of [PRINTER_MARGIN + 0.5, heightMm - PRINTER_MARGIN - 3.5]) {
      const ends = { x1: xMm, x2: xMm, y1: yMm, y2: yMm + 3 }
      builder.draw({ kind: 'line', ...ends, widthMm: LINE.rule, grey: GREY.soft, dashMm: 0.8 })
    }
  if (!design.sealLine || page > 1) return
  const xMm = plan.leftsOf(page)[0]! - SEAL_INSET
  const top = CONTENT.top
  const bottom = heightMm - CONTENT.bottomFromEdge
  const pitch = (bottom - top) / SEAL_TEXT.length
  for (const [index, character] of [...SEAL_TEXT].entries()) {
    const middle = top + (index + 0.5) * pitch
    const options = { align: 'middle', grey: GREY.soft } as const
    builder.text(character, xMm, middle + 1.3, TEXT.section, options)
    for (const [y1, y2] of [
      [middle - pitch / 2, middle - 3.4],
      [middle + 3.4, middle + pitch / 2],
    ] as const)
      builder.draw({
        kind: 'line',
        x1: round(xMm),
        x2: round(xMm),
        y1: round(y1),
        y2: round(y2),
        widthMm: LINE.rule,
        grey: GREY.soft,
        dashMm: 1.2,
      })
  }
}

/** Page number below, notices above and below each column. */
export function drawMargins(
  builder: PageBuilder,
  design: SheetDesign,
  pages: number,
  plan: PagePlan,
): void {
  const { page, widthMm, heightMm } = builder.page
  const bottom = heightMm - CONTENT.bottomFromEdge
  const size = fitSize(EDGE_NOTICE, TEXT.edge, plan.columnWidth)
  for (const [index, left] of plan.leftsOf(page).entries()) {
    const middle = left + plan.columnWidth / 2
    const option = { align: 'middle', grey: GREY.soft } as const
    if (page > 1 || (index > 0 && !plan.isHeadWide))
      builder.text(EDGE_NOTICE, middle, CONTENT.top - 1.8, size, option)
    builder.text(EDGE_NOTICE, middle, bottom + 3.3, size, option)
  }
  const footer = `${design.subjectName}　第${page}页（共${pages}页）`
  builder.text(footer, widthMm / 2, heightMm - 8.2, TEXT.body, { align: 'middle' })
  if (page > 1)
    builder.page.personal.footer = {
      xMm: plan.leftsOf(page)[0]! + 2,
      yMm: heightMm - 11,
      widthMm: 60,
      heightMm: 4,
    }
}
