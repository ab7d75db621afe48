import type { CropRegion, PrintedBox } from '@hengjuan/domain'
import type { PageGeometry, Primitive } from './geometry.ts'
import { round } from './page-builder.ts'
import { textWidth } from './text-width.ts'

/** Above and below the baseline, shares of the em: no glyph of the sheet font reaches further. */
const ASCENT = 0.92
const DESCENT = 0.22

/**
 * What is printed inside an answer area, for the reader to take off: text as its box, lines as thin
 * boxes. Its own frame, bubbles and composition grids are left out, which the template tells otherwise.
 */
export function printedIn(page: PageGeometry, region: CropRegion): PrintedBox[] {
  return page.drawing
    .flatMap(printedBoxes)
    .filter((box) => overlaps(box, region) && !isEdge(box, region))
    .map(rounded)
}

/** What a primitive covers on paper; text as its line box. */
export function printedBoxes(primitive: Primitive): PrintedBox[] {
  switch (primitive.kind) {
    case 'text': {
      const { text, sizeMm, align, xMm, yMm } = primitive
      if (text.trim() === '') return []
      const widthMm = textWidth(text, sizeMm)
      const left = xMm - (align === 'left' ? 0 : align === 'middle' ? widthMm / 2 : widthMm)
      const heightMm = (ASCENT + DESCENT) * sizeMm
      return [{ xMm: left, yMm: yMm - ASCENT * sizeMm, widthMm, heightMm }]
    }
    case 'line': {
      const { x1, y1, x2, y2, widthMm } = primitive
      return [around([x1, x2], [y1, y2], widthMm)]
    }
    case 'poly': {
      const xs = primitive.points.map(([x]) => x)
      const ys = primitive.points.map(([, y]) => y)
      return [around(xs, ys, primitive.strokeMm ?? 0)]
    }
    case 'rect': {
      const { xMm, yMm, widthMm, heightMm, strokeMm, fillGrey } = primitive
      const xs = [xMm, xMm + widthMm] as const
      const ys = [yMm, yMm + heightMm] as const
      if (fillGrey !== undefined) return [around(xs, ys, strokeMm ?? 0)]
      const thick = strokeMm ?? 0
      return [
        ...ys.map((y) => around(xs, [y, y], thick)),
        ...xs.map((x) => around([x, x], ys, thick)),
      ]
    }
    // A crest stands in the head, away from every answer area.
    case 'image':
    case 'bubble':
    case 'grid':
      return []
  }
}

function around(xs: readonly number[], ys: readonly number[], thickMm: number): PrintedBox {
  const [left, top] = [Math.min(...xs) - thickMm / 2, Math.min(...ys) - thickMm / 2]
  return {
    xMm: left,
    yMm: top,
    widthMm: Math.max(...xs) + thickMm / 2 - left,
    heightMm: Math.max(...ys) + thickMm / 2 - top,
  }
}

const overlaps = (box: PrintedBox, area: PrintedBox) =>
  box.xMm < area.xMm + area.widthMm &&
  box.xMm + box.widthMm > area.xMm &&
  box.yMm < area.yMm + area.heightMm &&
  box.yMm + box.heightMm > area.yMm

/** Half the thickness of the thickest frame: what lies nearer to the edge is the frame. */
const FRAME_MM = 0.3

/** Does the box lie on one edge of the area: its own frame, or the neighbour's? */
const isEdge = (box: PrintedBox, area: PrintedBox) => {
  const near = (at: number, sizeMm: number, edge: number) =>
    Math.abs(at - edge) < FRAME_MM && Math.abs(at + sizeMm - edge) < FRAME_MM
  return (
    near(box.yMm, box.heightMm, area.yMm) ||
    near(box.yMm, box.heightMm, area.yMm + area.heightMm) ||
    near(box.xMm, box.widthMm, area.xMm) ||
    near(box.xMm, box.widthMm, area.xMm + area.widthMm)
  )
}

const rounded = ({ xMm, yMm, widthMm, heightMm }: PrintedBox): PrintedBox => ({
  xMm: round(xMm),
  yMm: round(yMm),
  widthMm: round(widthMm),
  heightMm: round(heightMm),
})
