import type { SheetDesign, TemplateAnchor } from '@hengjuan/domain'
import { ANCHOR, CONTENT, GREY, TEXT } from './measures.ts'
import { layoutPageCode, PAGE_CODE_WIDTH } from './page-code.ts'
import type { PageBuilder } from './page-builder.ts'

const EDGE_NOTICE = '请在各题目的答题区域内作答，超出黑色矩形边框限定区域的答案无效'

/** Anchors of a page: four at the corners, of which the top left is a bar, and marks along the edges. */
export function anchorsOf(widthMm: number, heightMm: number): TemplateAnchor[] {
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
    for (const [index, xMm] of [144, widthMm - 144].entries()) {
      anchors.push({ id: `top:${index}`, ...standing, xMm, yMm: inset })
      anchors.push({ id: `bottom:${index}`, ...standing, xMm, yMm: bottom })
    }
  return anchors
}

/** Anchors and page code: the first things on every page. */
export function drawMarks(builder: PageBuilder, design: SheetDesign): void {
  const { page, widthMm, heightMm } = builder.page
  builder.page.anchors = anchorsOf(widthMm, heightMm)
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

/** Page number below, notices above and below each column. */
export function drawMargins(
  builder: PageBuilder,
  design: SheetDesign,
  pages: number,
  columnLefts: number[],
  columnWidth: number,
): void {
  const { page, widthMm, heightMm } = builder.page
  const bottom = heightMm - CONTENT.bottomFromEdge
  for (const [index, left] of columnLefts.entries()) {
    const middle = left + columnWidth / 2
    const option = { align: 'middle', grey: GREY.soft } as const
    if (page > 1 || index > 0)
      builder.text(EDGE_NOTICE, middle, CONTENT.top - 1.8, TEXT.edge, option)
    builder.text(EDGE_NOTICE, middle, bottom + 3.3, TEXT.edge, option)
  }
  const footer = `${design.subjectName}　第${page}页（共${pages}页）`
  builder.text(footer, widthMm / 2, heightMm - 8.2, TEXT.body, { align: 'middle' })
  if (page > 1)
    builder.page.personal.footer = {
      xMm: CONTENT.left + 2,
      yMm: heightMm - 11,
      widthMm: 60,
      heightMm: 4,
    }
}
