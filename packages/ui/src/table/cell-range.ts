import { tsvOf } from '@hengjuan/domain'
import { isValidElement, type ReactNode } from 'react'
import type { Column } from './column.ts'

/** A cell by the place of its row and column. */
export interface CellPlace {
  row: number
  column: number
}

/** A rectangle of cells, both ends with it. */
export interface CellRange {
  top: number
  bottom: number
  left: number
  right: number
}

export const rangeBetween = (a: CellPlace, b: CellPlace): CellRange => ({
  top: Math.min(a.row, b.row),
  bottom: Math.max(a.row, b.row),
  left: Math.min(a.column, b.column),
  right: Math.max(a.column, b.column),
})

export const cellsIn = ({ top, bottom, left, right }: CellRange): number =>
  (bottom - top + 1) * (right - left + 1)

/** Text of what React shows, where it is text or lies around text; null where a component makes it. */
function textOf(content: ReactNode): string | null {
  if (typeof content === 'string' || typeof content === 'number') return String(content)
  if (Array.isArray(content)) {
    const parts = content.map(textOf).filter((part) => part !== null)
    return parts.length === 0 ? null : parts.join('')
  }
  return isValidElement<{ children?: ReactNode }>(content) ? textOf(content.props.children) : null
}

/** A cell as it is copied. */
export function copiedCell<Row>(column: Column<Row>, row: Row, index: number): string {
  if (column.text) return column.text(row)
  return textOf(column.render(row, index)) ?? String(column.sortBy?.(row) ?? '')
}

/** The title of a column as it is copied, behind the name of its group. */
export const copiedTitle = <Row>({ title, group, key }: Column<Row>): string =>
  [group, textOf(title) ?? key].filter(Boolean).join(' ')

/** Cells of a table with their titles, as spreadsheets paste them. */
export function copiedText<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  range: CellRange,
): string {
  const shown = columns.slice(range.left, range.right + 1)
  const cells = rows
    .slice(range.top, range.bottom + 1)
    .map((row, index) => shown.map((column) => copiedCell(column, row, range.top + index)))
  return tsvOf([shown.map(copiedTitle), ...cells])
}
