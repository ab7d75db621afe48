import { byText } from '@hengjuan/domain'
import type { ReactNode } from 'react'

/** A column of a `DataTable`. */
export interface Column<Row> {
  key: string
  title: ReactNode
  /** Explains the figure: formula and denominator, on hover and focus of the title. */
  hint?: string
  /** Pixels; the least width when the column grows. */
  width: number
  /** Takes a share of the width that is left. */
  grow?: boolean
  align?: 'left' | 'right' | 'center'
  /** Stays in view when the table scrolls sideways; only for the first columns. */
  frozen?: boolean
  /** Where a table leaves out what does not fit, the highest goes first; without one it stays. */
  rank?: number
  render: (row: Row, index: number) => ReactNode
  /** What to sort by; without it the column cannot be sorted. `null` sorts last either way. */
  sortBy?: (row: Row) => number | string | null
}

export interface Sort {
  key: string
  isAscending: boolean
}

const compare = (a: number | string, b: number | string): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : byText(String(a), String(b))

/** The rows in order; equal rows keep theirs, absent values come last either way. */
export function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sort: Sort | null,
): readonly Row[] {
  const sortBy = columns.find(({ key }) => key === sort?.key)?.sortBy
  if (!sort || !sortBy) return rows
  const sign = sort.isAscending ? 1 : -1
  return rows
    .map((row) => ({ row, value: sortBy(row) }))
    .toSorted((a, b) => {
      if (a.value === null || b.value === null)
        return Number(a.value === null) - Number(b.value === null)
      return sign * compare(a.value, b.value)
    })
    .map(({ row }) => row)
}

/** The next state of a title that is clicked: descending for figures first, then ascending, then none. */
export function nextSort(current: Sort | null, key: string): Sort | null {
  if (current?.key !== key) return { key, isAscending: false }
  return current.isAscending ? null : { key, isAscending: true }
}
