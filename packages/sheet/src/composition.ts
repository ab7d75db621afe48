import type { SheetQuestion } from '@hengjuan/domain'
import { scoreText } from './answer-frame.ts'
import type { FlowItem } from './flow.ts'
import { GREY, TEXT } from './measures.ts'

const CELL = 7.5
const ROW_PITCH = 9.2
/** Most that rows move apart to fill a column. */
const WIDEST_GAP = 0.35
const SIDE = 2
const HEADER = 7.5
const FOOT = 2.2

/** Squares for a Chinese composition, the number of characters marked at every hundred or two. */
export function compositionGrid(question: SheetQuestion, columnWidth: number): FlowItem {
  const columns = gridColumns(columnWidth)
  const rows = Math.ceil((question.gridCells ?? 900) / columns)
  return gridPart(question, columns, 0, rows)
}

/** Squares in a row of a column of this width. */
export const gridColumns = (columnWidth: number): number =>
  Math.floor((columnWidth - 2 * SIDE) / CELL)

function gridPart(question: SheetQuestion, columns: number, from: number, to: number): FlowItem {
  const head = from === 0 ? HEADER : SIDE
  const heightOf = (rows: number) => head + rows * ROW_PITCH - (ROW_PITCH - CELL) + FOOT
  const heightMm = heightOf(to - from)
  return {
    heightMm,
    shrinkMm: 0,
    stretchMm: (to - from) * WIDEST_GAP,
    keepWithNext: false,
    split(availableMm) {
      const rows = Math.floor((availableMm - heightOf(0)) / ROW_PITCH)
      if (rows < 6 || rows >= to - from) return null
      return [
        gridPart(question, columns, from, from + rows),
        gridPart(question, columns, from + rows, to),
      ]
    },
    place(builder, slot) {
      const part = builder.block(question.blockKey!, slot)
      if (from === 0) {
        const header = `${question.no}.${scoreText(question)}`
        builder.text(header, slot.xMm + 2.5, slot.yMm + 5.2, TEXT.body, { bold: true })
      }
      // The squares fill the width, so that frame and grid stay a constant distance apart.
      const cellWidthMm = (slot.widthMm - 2 * SIDE) / columns
      const pitch = ROW_PITCH + (slot.heightMm - heightMm) / (to - from)
      builder.wordGrid({
        id: `words:${question.blockKey!}:${part}`,
        blockKey: question.blockKey!,
        part,
        columns,
        rows: to - from,
        xMm: slot.xMm + SIDE,
        yMm: slot.yMm + head,
        cellWidthMm,
        cellHeightMm: CELL,
        rowPitchMm: pitch,
      })
      for (let row = from; row < to; row++) {
        const yMm = slot.yMm + head + (row - from) * pitch
        builder.draw({
          kind: 'grid',
          xMm: slot.xMm + SIDE,
          yMm,
          columns,
          cellWidthMm,
          cellHeightMm: CELL,
          grey: GREY.grid,
        })
        const every = question.countEvery ?? 100
        const counted = Math.floor(((row + 1) * columns) / every) * every
        if (counted <= row * columns || counted === 0) continue
        const x = slot.xMm + SIDE + (counted - row * columns) * cellWidthMm - 0.4
        builder.text(`▲${counted}字`, x, yMm + CELL + 1.5, 1.6, { align: 'right', grey: GREY.soft })
      }
    },
  }
}
