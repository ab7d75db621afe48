import { type ColumnRange, layoutOf } from './column-layout.ts'
import type { Column } from './column.ts'

/** The range grows by so many columns at a time: every change of it draws all rows anew. */
const BLOCK = 6

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
  const first = places[0] ?? 0
  const last = places.at(-1) ?? 0
  return {
    start: Math.floor(first / BLOCK) * BLOCK,
    end: Math.ceil((last + 1) / BLOCK) * BLOCK,
  }
}
