import { barcodePrimitives } from './barcode.ts'
import type { PageGeometry, Primitive, Slot, TextPrimitive } from './geometry.ts'
import { GREY, TEXT } from './measures.ts'
import { plain } from './plain-print.ts'
import type { PlainPrimitive } from './plain-print.ts'
import { fitSize } from './text-width.ts'

/** A candidate whose data is printed on the sheet. */
export interface SheetStudent {
  name: string
  examNo: string
  className: string
  /** Where the candidate sits, once rooms are arranged. */
  room?: string
  seat?: string
  /** Text of the printed code; the exam number unless given. */
  barcode?: string
}

/** What a candidate's data adds; without a candidate, the notice in the empty barcode area. */
export function personalPrint(page: PageGeometry, student: SheetStudent | null): PlainPrimitive[] {
  const { name, className, room, seat, examNoDigits, barcode, footer } = page.personal
  if (!student) return (barcode?.placeholder ?? []).flatMap(plain)
  const print: Primitive[] = []
  if (name) print.push(inSlot(student.name, name, 4))
  if (className) print.push(inSlot(student.className, className, 3.6))
  if (room && student.room) print.push(inSlot(student.room, room, 3.6))
  if (seat && student.seat) print.push(inSlot(student.seat, seat, 3.6))
  print.push(...filledNumber(page, student.examNo))
  for (const [index, digit] of [...student.examNo].entries()) {
    const slot = examNoDigits[index]
    if (slot) print.push(inSlot(digit, slot, 4))
  }
  if (barcode) print.push(...barcodePrimitives(student.barcode ?? student.examNo, barcode))
  if (footer) print.push(inSlot(`${student.name}　${student.examNo}`, footer, TEXT.small, 'left'))
  return print.flatMap(plain)
}

/** The bubbles of the own number, filled as with a pencil: nobody has to, and nobody can fill in another's. */
function filledNumber(page: PageGeometry, examNo: string): Primitive[] {
  const bubbles = page.fields
    .filter(({ kind }) => kind === 'examNo')
    .flatMap((field) => field.bubbles)
  const columns = 1 + Math.max(-1, ...bubbles.map(({ column }) => column))
  // A number of another length would be a wrong one in these columns.
  if (columns !== examNo.length) return []
  return bubbles
    .filter(({ column, value }) => examNo[column] === value)
    .map(({ xMm, yMm, widthMm, heightMm }) => ({
      kind: 'rect',
      xMm: xMm - widthMm / 2,
      yMm: yMm - heightMm / 2,
      widthMm,
      heightMm,
      fillGrey: 0,
    }))
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
