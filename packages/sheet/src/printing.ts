import { barcodePrimitives } from './barcode.ts'
import type {
  BubblePrimitive,
  GridPrimitive,
  LinePrimitive,
  PageGeometry,
  PolyPrimitive,
  Primitive,
  RectPrimitive,
  Slot,
  TextPrimitive,
} from './geometry.ts'
import { BUBBLE, GREY, LINE, TEXT } from './measures.ts'
import { fitSize } from './text-width.ts'

/** A candidate whose data is printed on the sheet. */
export interface SheetStudent {
  name: string
  examNo: string
  className: string
  /** Text of the printed code; the exam number unless given. */
  barcode?: string
}

/** What a renderer has to draw: bubbles and grids resolved into lines, boxes and text. */
export type PlainPrimitive = LinePrimitive | RectPrimitive | PolyPrimitive | TextPrimitive

/** Everything on a page that does not depend on the candidate. */
export const fixedPrint = (page: PageGeometry): PlainPrimitive[] => page.drawing.flatMap(plain)

/** What a candidate's data adds; without a candidate, the notice in the empty barcode area. */
export function personalPrint(page: PageGeometry, student: SheetStudent | null): PlainPrimitive[] {
  const { name, className, examNoDigits, barcode, footer } = page.personal
  if (!student) return (barcode?.placeholder ?? []).flatMap(plain)
  const print: Primitive[] = []
  if (name) print.push(inSlot(student.name, name, 4))
  if (className) print.push(inSlot(student.className, className, 3.6))
  for (const [index, digit] of [...student.examNo].entries()) {
    const slot = examNoDigits[index]
    if (slot) print.push(inSlot(digit, slot, 4))
  }
  if (barcode) print.push(...barcodePrimitives(student.barcode ?? student.examNo, barcode))
  if (footer) print.push(inSlot(`${student.name}　${student.examNo}`, footer, TEXT.small, 'left'))
  return print.flatMap(plain)
}

function inSlot(
  text: string,
  slot: Slot,
  sizeMm: number,
  align: 'left' | 'middle' = 'middle',
): TextPrimitive {
  const size = fitSize(text, sizeMm, slot.widthMm - 1)
  return {
    kind: 'text',
    text,
    xMm: align === 'left' ? slot.xMm : slot.xMm + slot.widthMm / 2,
    yMm: slot.yMm + slot.heightMm / 2 + size * 0.36,
    sizeMm: size,
    align,
    bold: false,
    grey: GREY.text,
  }
}

function plain(primitive: Primitive): PlainPrimitive[] {
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
