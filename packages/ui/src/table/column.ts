import { byText } from '@hengjuan/domain'
import type { ReactNode } from 'react'

/** A column of a `DataTable`. */
export interface Column<Row> {
  key: string
  title: ReactNode
  /** Neighbours of one group stand under its name, in a second line of titles. */
  group?: string
  /** Explains the figure: formula and denominator, on hover and focus of the title. */
  hint?: string
  /** Pixels; the least width when the column grows. */
  width: number
  /** Takes a share of the width that is left. */
  grow?: boolean
  align?: 'left' | 'right' | 'center'
  /** Stays in view when the table scrolls sideways; only for the first columns. */
  frozen?: boolean
  /** Of an arranged table: not shown before somebody ticks it. */
  extra?: boolean
  /** Where a table leaves out what does not fit, the highest goes first; without one it stays. */
  rank?: number
  render: (row: Row, index: number) => ReactNode
  /** What to sort by; without it the column cannot be sorted. `null` sorts last either way. */
  sortBy?: (row: Row) => number | string | null
  /** The cell as it is copied and printed in a file. Default: what it shows, where that is text, or what it sorts by. */
  text?: (row: Row) => string
  /** Shades the cell by how many standard deviations it lies from the mean; null leaves it as it is. */
  heat?: (row: Row) => number | null
}

export interface Sort {
  key: string
  isAscending: boolean
}

const compare = (a: number | string, b: number | string): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : byText(String(a), String(b))

/** Absent values come last either way. */
function compareBy<Row>(sortBy: (row: Row) => number | string | null, isAscending: boolean) {
  const sign = isAscending ? 1 : -1
  return (one: Row, other: Row): number => {
    const [a, b] = [sortBy(one), sortBy(other)]
    return a === null || b === null ? Number(a === null) - Number(b === null) : sign * compare(a, b)
  }
}

/** The rows in order of one key, or of several, the first one first; equal rows keep theirs. */
export function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sort: Sort | null | readonly Sort[],
): readonly Row[] {
  const sorts: readonly Sort[] = sort === null ? [] : 'key' in sort ? [sort] : sort
  const orders = sorts.flatMap(({ key, isAscending }) => {
    const sortBy = columns.find((column) => column.key === key)?.sortBy
    return sortBy ? [compareBy(sortBy, isAscending)] : []
  })
  if (orders.length === 0) return rows
  return rows.toSorted((a, b) => {
    for (const order of orders) {
      const by = order(a, b)
      if (by !== 0) return by
    }
    return 0
  })
}

/** The next state of a title that is clicked: descending for figures first, then ascending, then none. */
export function nextSort(current: Sort | null, key: string): Sort | null {
  if (current?.key !== key) return { key, isAscending: false }
  return current.isAscending ? null : { key, isAscending: true }
}

/** As `nextSort`; with Shift the title is one more key after those that there are. */
export function nextSorts(
  current: readonly Sort[],
  key: string,
  isAdded: boolean,
): readonly Sort[] {
  const next = nextSort(current.find((one) => one.key === key) ?? null, key)
  if (!isAdded) return next ? [next] : []
  if (!current.some((one) => one.key === key)) return next ? [...current, next] : current
  return current.flatMap((one) => (one.key === key ? (next ? [next] : []) : [one]))
}
