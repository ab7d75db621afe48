import type { SheetQuestion } from '@hengjuan/domain'
import type { FlowItem } from './flow.ts'
import type { Slot } from './geometry.ts'
import { LINE, TEXT } from './measures.ts'
import { chunk } from './objective-grid.ts'
import type { PageBuilder } from './page-builder.ts'
import { textWidth } from './text-width.ts'

const FILL_ROW = 10.5
/** A line of handwriting needs this much. */
const LEAST_ROW = 8
const ROW_STRETCH = 5
const FILL_PAD = 3
const FILL_SLOT = 55
const FULL_LINE_TYPES = [16, 17]

/** Blanks to fill, as many beside each other as the column holds, in one frame. */
export function fillFrame(questions: SheetQuestion[], columnWidth: number): FlowItem {
  const rows = fillRows(questions, columnWidth)
  const { blockKey, heightMm } = questions[0]!
  const pitch = heightMm ? Math.max(LEAST_ROW, (heightMm - FILL_PAD) / rows.length) : FILL_ROW
  return fillItem(blockKey!, rows, { pitchMm: pitch, stretchMm: heightMm ? 0 : ROW_STRETCH })
}

interface Blank {
  label: string
  /** Share of the row, 0 to 1. */
  from: number
  to: number
}

interface RowLook {
  pitchMm: number
  /** How far rows may move apart to fill a column. */
  stretchMm: number
}

function fillItem(blockKey: string, rows: Blank[][], look: RowLook): FlowItem {
  const heightOf = (count: number) => count * look.pitchMm + FILL_PAD
  return {
    heightMm: heightOf(rows.length),
    stretchMm: rows.length * look.stretchMm,
    shrinkMm: 0,
    keepWithNext: false,
    split(availableMm) {
      const count = Math.floor((availableMm - FILL_PAD) / look.pitchMm)
      if (count < 1 || count >= rows.length) return null
      const tail = fillItem(blockKey, rows.slice(count), look)
      return [{ ...fillItem(blockKey, rows.slice(0, count), look), stretchMm: 0 }, tail]
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
