import type { SheetDesign } from '@hengjuan/domain'
import type { SheetGeometry } from '../geometry.ts'
import { ANCHOR, BUBBLE, GREY, LINE, PAPERS, TEXT } from '../measures.ts'
import { PageBuilder } from '../page-builder.ts'
import { drawMarks } from '../page-frame.ts'

/** Boxes of rising grey on the page, 0 black; the palest is the grey of a bubble's outline. */
export const GREY_STEPS = [0, 0.15, 0.3, 0.45, 0.6, 0.75] as const
/** Distances of the edge lines from the paper's edge: the outermost that is printed tells the printer's margin. */
export const EDGE_STEPS = [3, 4, 5, 6, 7] as const

const TARGET = { size: 5, columns: 3, rows: 3, inset: 40 } as const
const STEP_BOX = { width: 12, height: 8, gap: 3 } as const
/** Length of an edge line. */
export const EDGE_LINE = 11

/** Squares on a grid over the page by which scale and distortion are measured; centres, millimetres. */
export function targetsOf(paper: { widthMm: number; heightMm: number }) {
  const step = (length: number, count: number, index: number) =>
    TARGET.inset + (index * (length - 2 * TARGET.inset)) / (count - 1)
  return Array.from({ length: TARGET.columns * TARGET.rows }, (_, at) => ({
    xMm: step(paper.widthMm, TARGET.columns, at % TARGET.columns),
    yMm: step(paper.heightMm, TARGET.rows, Math.floor(at / TARGET.columns)),
    widthMm: TARGET.size,
    heightMm: TARGET.size,
  }))
}

/** Grey boxes of the page; centres, millimetres. */
export const greyBoxesOf = (paper: { widthMm: number; heightMm: number }) =>
  GREY_STEPS.map((grey, index) => ({
    grey,
    xMm:
      paper.widthMm / 2 + (index - (GREY_STEPS.length - 1) / 2) * (STEP_BOX.width + STEP_BOX.gap),
    yMm: paper.heightMm * 0.36,
    widthMm: STEP_BOX.width,
    heightMm: STEP_BOX.height,
  }))

/** Where the line at a distance from the left edge of the paper stands; the other edges mirror it. */
export const edgeLineTop = (heightMm: number, index: number): number =>
  // Between the edge marks at half and three quarters of the height.
  heightMm / 2 + 4 + index * (EDGE_LINE + 1.5)

/** The page that is printed and scanned before a whole grade is: the sheet's paper and marks, and what can be measured. */
export function calibrationGeometry(design: SheetDesign): SheetGeometry {
  const paper = PAPERS[design.paper]
  const { widthMm, heightMm } = paper
  const builder = new PageBuilder(1, widthMm, heightMm, new Map())
  drawMarks(builder, design, [])
  for (const box of targetsOf(paper)) fill(builder, box, GREY.black)
  for (const box of greyBoxesOf(paper)) fill(builder, box, box.grey)
  for (const [index, inset] of EDGE_STEPS.entries()) {
    const y = edgeLineTop(heightMm, index)
    for (const x of [inset, widthMm - inset]) builder.line(x, y, x, y + EDGE_LINE, LINE.frame)
    builder.text(`${inset}`, inset + 1, y + EDGE_LINE / 2, TEXT.edge)
  }
  const middle = widthMm / 2
  const centred = { align: 'middle' } as const
  const say = (text: string, yMm: number, size: number = TEXT.body, bold = false) =>
    builder.text(text, middle, yMm, size, { ...centred, bold })
  say('打印校准页', 26, TEXT.subject, true)
  say(`${design.paper} 纸　请按「实际大小」（100%）打印，不要缩放，然后照常扫描`, 33)
  say('灰度', heightMm * 0.36 - 8, TEXT.small)
  say('填涂框', heightMm * 0.6, TEXT.small)
  for (let index = 0; index < 8; index++)
    builder.draw({
      kind: 'bubble',
      xMm: middle + (index - 3.5) * BUBBLE.pitchX,
      yMm: heightMm * 0.62,
      widthMm: BUBBLE.width,
      heightMm: BUBBLE.height,
      label: String.fromCodePoint(65 + index),
    })
  say(
    '左右两侧的短线距纸边 3 到 7 毫米，缺了的是打印机印不到的',
    heightMm - ANCHOR.inset - 8,
    TEXT.small,
  )
  return { design, columns: 1, pages: [builder.page] }
}

function fill(
  builder: PageBuilder,
  box: { xMm: number; yMm: number; widthMm: number; heightMm: number },
  fillGrey: number,
): void {
  builder.draw({
    kind: 'rect',
    xMm: box.xMm - box.widthMm / 2,
    yMm: box.yMm - box.heightMm / 2,
    widthMm: box.widthMm,
    heightMm: box.heightMm,
    fillGrey,
  })
}
