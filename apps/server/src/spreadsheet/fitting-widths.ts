import type { Cell } from './xlsx-writer.ts'

/** Room for a number and its heading; more than that for a sentence would push the rest off the screen. */
const NARROWEST = 8
const WIDEST = 48
/** Beside the text of a cell. */
const MARGIN = 2

/** Widths of columns in which headings, names and times can be read without being drawn wider. */
export const fittingWidths = (head: readonly string[], rows: readonly (readonly Cell[])[]) =>
  head.map((title, column) => {
    const widest = rows.reduce(
      (most, cells) => Math.max(most, lengthOf(cells[column] ?? null)),
      lengthOf(title),
    )
    return Math.min(WIDEST, Math.max(NARROWEST, widest + MARGIN))
  })

/** In digits; a Chinese character is as wide as two. */
function lengthOf(cell: Cell): number {
  if (cell === null) return 0
  const text = shownIn(cell)
  return [...text].reduce((sum, sign) => sum + (sign > '\u2000' ? 2 : 1), 0)
}

const shownIn = (cell: Exclude<Cell, null>): string => {
  if (typeof cell !== 'object') return String(cell)
  return 'percent' in cell ? `${cell.percent}%` : String(cell.value ?? '')
}
