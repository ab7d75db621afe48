import { formatMilli } from '@hengjuan/domain'
import type { SheetQuestion } from '@hengjuan/domain'
import type { FlowItem } from './flow.ts'
import type { Slot } from './geometry.ts'
import { GREY, LINE, TEXT } from './measures.ts'
import { chunk } from './objective-grid.ts'
import type { PageBuilder } from './page-builder.ts'
import { textWidth } from './text-width.ts'

const FILL_ROW = 10.5
const FILL_PAD = 3
const FILL_SLOT = 55
const FULL_LINE_TYPES = [16, 17]
const HEADER = 7.5
const RULE_PITCH = 8.8

export const scoreText = (question: SheetQuestion) => `（${formatMilli(question.fullMilli)}分）`

/** What a framed answer area does with a column: how it prints rows, and from where it may be cut. */
interface Frame {
  blockKey: string
  heightMm: number
  stretchMm: number
  shrinkMm: number
  /** Shortest first and last part when cut; null if the frame stays whole. */
  cut: { least: number; tail: number; step: number } | null
  draw(builder: PageBuilder, slot: Slot, part: { first: boolean; naturalMm: number }): void
}

/** A frame as a piece of content; cut into parts, every part is a region of the same block. */
export function frameItem(frame: Frame, fromMm = 0): FlowItem {
  const heightMm = frame.heightMm - fromMm
  return {
    heightMm,
    stretchMm: frame.stretchMm,
    shrinkMm: fromMm === 0 ? frame.shrinkMm : 0,
    keepWithNext: false,
    split(availableMm) {
      if (!frame.cut) return null
      const { least, tail, step } = frame.cut
      const taken = HEADER + Math.floor((availableMm - HEADER) / step) * step
      if (taken < least || heightMm - taken < tail) return null
      const first = { ...frameItem(frame, fromMm), heightMm: taken, stretchMm: 0 }
      return [first, frameItem(frame, fromMm + taken)]
    },
    place(builder, slot) {
      builder.block(frame.blockKey, slot)
      frame.draw(builder, slot, { first: fromMm === 0, naturalMm: this.heightMm })
    },
  }
}

/** Blanks to fill, as many beside each other as the column holds, in one frame. */
export function fillFrame(questions: SheetQuestion[], columnWidth: number): FlowItem {
  const blankRows = fillRows(questions, columnWidth)
  return fillItem(questions[0]!.blockKey!, blankRows)
}

interface Blank {
  label: string
  /** Share of the row, 0 to 1. */
  from: number
  to: number
}

function fillItem(blockKey: string, rows: Blank[][]): FlowItem {
  const heightOf = (count: number) => count * FILL_ROW + FILL_PAD
  return {
    heightMm: heightOf(rows.length),
    stretchMm: rows.length * 5,
    shrinkMm: 0,
    keepWithNext: false,
    split(availableMm) {
      const count = Math.floor((availableMm - FILL_PAD) / FILL_ROW)
      if (count < 1 || count >= rows.length) return null
      const tail = fillItem(blockKey, rows.slice(count))
      return [{ ...fillItem(blockKey, rows.slice(0, count)), stretchMm: 0 }, tail]
    },
    place(builder, slot) {
      builder.block(blockKey, slot)
      const pitch = (slot.heightMm - FILL_PAD) / rows.length
      for (const [index, row] of rows.entries()) {
        const y = slot.yMm + pitch * (index + 1)
        for (const blank of row) placeBlank(builder, blank, slot, y)
      }
    },
  }
}

function placeBlank(builder: PageBuilder, blank: Blank, slot: Slot, y: number): void {
  const inner = slot.widthMm - 6
  const left = slot.xMm + 3 + blank.from * inner
  const right = slot.xMm + 3 + blank.to * inner - 2.5
  builder.text(blank.label, left, y - 0.8, TEXT.body)
  const start = blank.label ? left + textWidth(blank.label, TEXT.body) + 1.2 : left
  builder.line(start, y, right, y, LINE.rule)
}

function fillRows(questions: SheetQuestion[], columnWidth: number): Blank[][] {
  const perRow = Math.max(1, Math.floor((columnWidth - 6) / FILL_SLOT))
  const rows: Blank[][] = []
  let short: string[] = []
  const flush = () => {
    for (const labels of chunk(short, perRow))
      rows.push(
        labels.map((label, index) => ({ label, from: index / perRow, to: (index + 1) / perRow })),
      )
    short = []
  }
  for (const question of questions) {
    const blanks = question.blanks ?? 1
    if (FULL_LINE_TYPES.includes(question.type)) {
      flush()
      const lines = blanks * (question.type === 17 ? 2 : 1)
      for (let line = 0; line < lines; line++)
        rows.push([{ label: line === 0 ? `${question.no}.` : '', from: 0, to: 1 }])
      continue
    }
    for (let blank = 0; blank < blanks; blank++) {
      const mark = blanks > 1 ? `（${blank + 1}）` : ''
      short.push(blank === 0 ? `${question.no}.${mark}` : mark)
    }
  }
  flush()
  return rows
}

/** Room to write a solution, headed by number and score. */
export function essayFrame(
  blockKey: string,
  header: string,
  heightMm: number,
  ruled: boolean,
): FlowItem {
  return frameItem({
    blockKey,
    heightMm,
    stretchMm: heightMm * 0.6,
    shrinkMm: heightMm * 0.2,
    // A beginning that is but a small share of the answer looks like the whole area.
    cut: { least: Math.min(80, Math.max(30, heightMm * 0.4)), tail: 30, step: 1 },
    draw(builder, slot, { first }) {
      drawHeader(builder, slot, first ? header : `${header}（续）`)
      if (ruled) drawRules(builder, slot, linesIn(slot.heightMm))
    },
  })
}

/** Height of the answer area of a question, by what it is worth. */
export function essayHeight(question: SheetQuestion, columnWidth: number): number {
  if (question.heightMm) return question.heightMm
  const points = question.fullMilli / 1000
  if (isRuled(question)) return ruledHeight(Math.max(2, Math.ceil(points * 0.9)))
  // A narrow column takes the same writing on more lines.
  const narrow = columnWidth < 150 ? 1.12 : 1
  return Math.round(Math.min(120, Math.max(32, 24 + 4.2 * points)) * narrow)
}

export const isRuled = (question: SheetQuestion) => question.type === 10

/** Lines for an English composition. */
export function linesFrame(question: SheetQuestion, lines: number): FlowItem {
  const header = `${question.no}.${scoreText(question)}`
  return frameItem({
    blockKey: question.blockKey!,
    heightMm: ruledHeight(lines),
    stretchMm: lines * 1.2,
    shrinkMm: 0,
    cut: { least: ruledHeight(3), tail: ruledHeight(3), step: RULE_PITCH },
    draw(builder, slot, { first, naturalMm }) {
      drawHeader(builder, slot, first ? header : `${header}（续）`)
      drawRules(builder, slot, linesIn(naturalMm))
    },
  })
}

const ruledHeight = (lines: number) => HEADER + lines * RULE_PITCH + 3.4

const linesIn = (heightMm: number) => Math.floor((heightMm - HEADER - 2.6) / RULE_PITCH + 1e-6)

function drawRules(builder: PageBuilder, slot: Slot, lines: number): void {
  const pitch = (slot.heightMm - HEADER - 3.4) / Math.max(1, lines)
  for (let line = 1; line <= lines; line++) {
    const y = slot.yMm + HEADER + line * pitch
    builder.line(slot.xMm + 4, y, slot.xMm + slot.widthMm - 4, y, LINE.rule, GREY.grid)
  }
}

function drawHeader(builder: PageBuilder, slot: Slot, header: string): void {
  builder.text(header, slot.xMm + 2.5, slot.yMm + 5.2, TEXT.body, { bold: true })
}
