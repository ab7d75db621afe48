import type { SheetDesign } from '@hengjuan/domain'
import type { Slot } from './geometry.ts'
import { drawBarcodeArea } from './barcode-area.ts'
import { CONTENT, TEXT } from './measures.ts'
import type { PageBuilder } from './page-builder.ts'
import { textWidth } from './text-width.ts'

const ROW = 9
const DIGIT_WIDTH = 5.8
const BARCODE_WIDTH = 58

/** A barcode needs two rows; the written number alone one. */
export const leafHeadHeight = (design: SheetDesign): number =>
  design.numberStyle === 'bubble' ? ROW : 2 * ROW

/**
 * Whose paper it is, at the head of the second and third piece of paper: so that a leaf that went astray
 * finds its way back, and one with a barcode is not taken for another candidate's.
 */
export function drawLeafHead(builder: PageBuilder, design: SheetDesign, slot: Slot): void {
  if (design.numberStyle === 'bubble') return drawWritten(builder, design, slot)
  const table = { ...slot, widthMm: slot.widthMm - BARCODE_WIDTH - CONTENT.gap }
  builder.box(table)
  builder.line(slot.xMm, slot.yMm + ROW, slot.xMm + table.widthMm, slot.yMm + ROW)
  builder.page.personal.name = labelled(builder, '姓名', { ...table, heightMm: ROW })
  const number = labelled(builder, '准考证号', { ...table, yMm: slot.yMm + ROW, heightMm: ROW })
  const digit = Math.min(DIGIT_WIDTH, number.widthMm / design.examNoDigits)
  const start = number.xMm + (number.widthMm - digit * design.examNoDigits) / 2
  builder.page.personal.examNoDigits = Array.from({ length: design.examNoDigits }, (_, index) => ({
    ...number,
    xMm: start + index * digit,
    widthMm: digit,
  }))
  const left = slot.xMm + table.widthMm + CONTENT.gap
  drawBarcodeArea(builder, { ...slot, xMm: left, widthMm: BARCODE_WIDTH })
}

/** One row: the name, and a box a digit as far as the width goes. */
function drawWritten(builder: PageBuilder, design: SheetDesign, slot: Slot): void {
  builder.box(slot)
  const label = labelWidth('准考证号')
  const digits = Math.min(
    design.examNoDigits * DIGIT_WIDTH,
    slot.widthMm - label - labelWidth('姓名') - 22,
  )
  const nameWidth = slot.widthMm - label - digits
  builder.page.personal.name = labelled(builder, '姓名', { ...slot, widthMm: nameWidth })
  const number = { ...slot, xMm: slot.xMm + nameWidth, widthMm: label + digits }
  builder.line(number.xMm, slot.yMm, number.xMm, slot.yMm + slot.heightMm)
  const field = labelled(builder, '准考证号', number)
  const width = digits / design.examNoDigits
  builder.page.personal.examNoDigits = Array.from({ length: design.examNoDigits }, (_, index) => {
    const xMm = field.xMm + index * width
    if (index > 0) builder.line(xMm, slot.yMm, xMm, slot.yMm + slot.heightMm)
    return { ...slot, xMm, widthMm: width }
  })
}

const labelWidth = (label: string) => textWidth(label, TEXT.body) + 4

/** A labelled cell; returns where one writes. */
function labelled(builder: PageBuilder, label: string, slot: Slot): Slot {
  const width = labelWidth(label)
  const options = { align: 'middle' } as const
  builder.text(label, slot.xMm + width / 2, slot.yMm + slot.heightMm / 2 + 1.2, TEXT.body, options)
  builder.line(slot.xMm + width, slot.yMm, slot.xMm + width, slot.yMm + slot.heightMm)
  return { ...slot, xMm: slot.xMm + width, widthMm: slot.widthMm - width }
}
