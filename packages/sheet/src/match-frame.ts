import type { SheetQuestion } from '@hengjuan/domain'
import { scoreText } from './answer-frame.ts'
import type { FlowItem } from './flow.ts'
import type { Slot } from './geometry.ts'
import { GREY, LINE, TEXT } from './measures.ts'
import type { PageBuilder } from './page-builder.ts'
import { textWidth } from './text-width.ts'

/** Things to match, sort or connect, where the design does not say how many. */
const USUAL_THINGS = 4

const thingsOf = (question: SheetQuestion): number => question.blanks ?? USUAL_THINGS

const BOX = 9
/** Box and what stands between it and the next: a gap, or an arrow. */
const BOX_PITCH = { matching: 16.5, sorting: 15 } as const
const BOX_ROW = 14
const HEAD = 7.5
const SIDE = 3
const FOOT = 3

/** A box per thing to write a letter or a number in: matching (each box has its number), sorting (in a row). */
export function boxesFrame(question: SheetQuestion, columnWidth: number): FlowItem {
  const kind = question.type === 15 ? 'sorting' : 'matching'
  const perRow = Math.max(1, Math.floor((columnWidth - 2 * SIDE) / BOX_PITCH[kind]))
  const count = thingsOf(question)
  const rows = Math.ceil(count / perRow)
  const heightMm = question.heightMm ?? HEAD + rows * BOX_ROW + FOOT - (BOX_ROW - BOX - 2)
  return {
    ...whole,
    heightMm: Math.max(heightMm, HEAD + rows * (BOX + 2) + FOOT),
    place(builder, slot) {
      builder.block(question.blockKey!, slot)
      head(
        builder,
        question,
        slot,
        kind === 'matching' ? '把答案的字母写在方格内' : '按顺序把序号写在方格内',
      )
      const pitch = (slot.heightMm - HEAD - FOOT) / rows
      for (let index = 0; index < count; index++) {
        const [row, at] = [Math.floor(index / perRow), index % perRow]
        const x = slot.xMm + SIDE + at * BOX_PITCH[kind]
        const y = slot.yMm + HEAD + row * pitch + (pitch - BOX) / 2
        const box = { xMm: x + BOX_PITCH[kind] - BOX - 1, yMm: y, widthMm: BOX, heightMm: BOX }
        builder.box(box, LINE.thin)
        if (kind === 'matching')
          builder.text(`${index + 1}`, box.xMm - 1.2, y + BOX / 2 + 1.1, TEXT.body, {
            align: 'right',
          })
        else if (index > 0 && at > 0) arrow(builder, box.xMm - 5.2, y + BOX / 2)
      }
    },
  }
}

function arrow(builder: PageBuilder, xMm: number, yMm: number): void {
  const [from, to] = [xMm + 0.4, xMm + 4.4]
  builder.line(from, yMm, to, yMm, LINE.thin, GREY.soft)
  builder.line(to - 1.2, yMm - 0.8, to, yMm, LINE.thin, GREY.soft)
  builder.line(to - 1.2, yMm + 0.8, to, yMm, LINE.thin, GREY.soft)
}

const LINK_PITCH = 11
const DOT = 1.6

/** Two rows of points, one above the other as on exercise sheets, with room between to draw lines. */
export function linkFrame(question: SheetQuestion, columnWidth: number): FlowItem {
  const count = thingsOf(question)
  const perBand = Math.max(2, Math.floor((columnWidth - 2 * SIDE) / LINK_PITCH))
  const across = count <= perBand
  const heightMm = question.heightMm ?? (across ? 44 : HEAD + count * 9 + FOOT)
  return {
    ...whole,
    heightMm: Math.max(heightMm, across ? 30 : HEAD + count * 6 + FOOT),
    place(builder, slot) {
      builder.block(question.blockKey!, slot)
      head(builder, question, slot, `用直线连接${across ? '上下' : '左右'}两点`)
      for (let index = 0; index < count; index++) {
        const letter = String.fromCharCode(65 + index)
        if (across) {
          const step = (slot.widthMm - 2 * SIDE) / count
          const x = slot.xMm + SIDE + (index + 0.5) * step
          const [top, bottom] = [slot.yMm + HEAD + 5, slot.yMm + slot.heightMm - FOOT - 4.5]
          point(builder, `${index + 1}`, x, top, [x, top - 1.8, 'middle'])
          point(builder, letter, x, bottom, [x, bottom + 4, 'middle'])
        } else {
          const pitch = (slot.heightMm - HEAD - FOOT) / count
          const y = slot.yMm + HEAD + (index + 0.5) * pitch
          const [left, right] = [slot.xMm + slot.widthMm * 0.2, slot.xMm + slot.widthMm * 0.8]
          point(builder, `${index + 1}`, left, y, [left - 2.4, y + 1.1, 'right'])
          point(builder, letter, right, y, [right + 2.4, y + 1.1, 'left'])
        }
      }
    },
  }
}

/** A point to draw a line from, with its name. */
function point(
  builder: PageBuilder,
  name: string,
  xMm: number,
  yMm: number,
  [labelX, labelY, align]: [number, number, 'left' | 'middle' | 'right'],
): void {
  builder.draw({
    kind: 'poly',
    filled: true,
    grey: GREY.black,
    points: Array.from({ length: 12 }, (_, at): [number, number] => [
      xMm + (DOT / 2) * Math.cos((at * Math.PI) / 6),
      yMm + (DOT / 2) * Math.sin((at * Math.PI) / 6),
    ]),
  })
  builder.text(name, labelX, labelY, TEXT.body, { align })
}

/** How the answer is to be given stands beside the number, small. */
function head(builder: PageBuilder, question: SheetQuestion, slot: Slot, hint: string): void {
  const label = `${question.no}.${scoreText(question)}`
  builder.text(label, slot.xMm + 2.5, slot.yMm + 5.2, TEXT.body, { bold: true })
  const x = slot.xMm + 4 + textWidth(label, TEXT.body)
  const fits = x + textWidth(hint, TEXT.small) < slot.xMm + slot.widthMm - 2
  if (fits) builder.text(hint, x, slot.yMm + 5.1, TEXT.small, { grey: GREY.soft })
}

/** These frames keep their height and stay in one piece: half a row of points cannot be connected. */
const whole = {
  stretchMm: 0,
  shrinkMm: 0,
  keepWithNext: false,
  split: () => null,
} as const
