import { type ColumnRange, layoutOf } from './column-layout.ts'
import type { Column } from './column.ts'

/** Columns on either side that are drawn before they come into view. */
const OVERSCAN = 3

/** The columns that do not stay, between the frozen ones and the right edge; places as in `columns`. */
export function columnRangeAt<Row>(
  columns: readonly Column<Row>[],
  hasBoxes: boolean,
  scrollLeft: number,
  width: number,
): ColumnRange {
  const { offsets, frozenWidth } = layoutOf(columns, hasBoxes, { start: 0, end: -1 })
  const isIn = (index: number): boolean => {
    const offset = offsets[index] ?? 0
    const end = offset + (columns[index]?.width ?? 0)
    return end > scrollLeft + frozenWidth && offset < scrollLeft + width
  }
  const places = columns.flatMap(({ frozen }, index) => (!frozen && isIn(index) ? [index] : []))
  const [first = 0, last = 0] = [places[0], places.at(-1)]
  return { start: Math.max(0, first - OVERSCAN), end: last + OVERSCAN }
}
