import type {
  BubblePrimitive,
  GridPrimitive,
  ImagePrimitive,
  LinePrimitive,
  PageGeometry,
  PolyPrimitive,
  Primitive,
  RectPrimitive,
  TextPrimitive,
} from './geometry.ts'
import { BUBBLE, GREY, LINE } from './measures.ts'

/** What a renderer has to draw: bubbles and grids resolved into lines, boxes and text. */
export type PlainPrimitive =
  | LinePrimitive
  | RectPrimitive
  | PolyPrimitive
  | TextPrimitive
  | ImagePrimitive

/** Everything on a page that does not depend on the candidate. */
export const fixedPrint = (page: PageGeometry): PlainPrimitive[] => page.drawing.flatMap(plain)

/** What an empty sheet prints: the notice in its barcode area besides what is fixed. */
export const blankPrint = (page: PageGeometry): PlainPrimitive[] => [
  ...fixedPrint(page),
  ...(page.personal.barcode?.placeholder ?? []).flatMap(plain),
]

/** A bubble or grid as the lines, boxes and text that it is drawn with. */
export function plain(primitive: Primitive): PlainPrimitive[] {
  if (primitive.kind === 'bubble') return plainBubble(primitive)
  if (primitive.kind === 'grid') return plainGrid(primitive)
  return [primitive]
}

/** A bubble's outline lies inside its measured box, so the box is where the ink ends. */
function plainBubble({ xMm, yMm, widthMm, heightMm, label }: BubblePrimitive): PlainPrimitive[] {
  const outline: RectPrimitive = {
    kind: 'rect',
    xMm: xMm - widthMm / 2 + BUBBLE.outline / 2,
    yMm: yMm - heightMm / 2 + BUBBLE.outline / 2,
    widthMm: widthMm - BUBBLE.outline,
    heightMm: heightMm - BUBBLE.outline,
    strokeMm: BUBBLE.outline,
    strokeGrey: GREY.outline,
  }
  if (!label) return [outline]
  const text: TextPrimitive = {
    kind: 'text',
    text: label,
    xMm,
    yMm: yMm + BUBBLE.labelSize * 0.365,
    sizeMm: BUBBLE.labelSize,
    align: 'middle',
    bold: false,
    grey: GREY.label,
  }
  return [outline, text]
}

function plainGrid(grid: GridPrimitive): PlainPrimitive[] {
  const { xMm, yMm, columns, cellWidthMm, cellHeightMm, grey } = grid
  const widthMm = columns * cellWidthMm
  const box: RectPrimitive = {
    kind: 'rect',
    xMm,
    yMm,
    widthMm,
    heightMm: cellHeightMm,
    strokeMm: LINE.thin,
    strokeGrey: grey,
  }
  const dividers = Array.from({ length: columns - 1 }, (_, index): LinePrimitive => {
    const x = xMm + (index + 1) * cellWidthMm
    return { kind: 'line', x1: x, y1: yMm, x2: x, y2: yMm + cellHeightMm, widthMm: LINE.thin, grey }
  })
  return [box, ...dividers]
}
