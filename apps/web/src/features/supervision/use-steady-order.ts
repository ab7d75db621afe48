import { type Column, type Sort, sortRows } from '@hengjuan/ui'
import { useRef, useState } from 'react'

/**
 * Sorted rows that keep their places while the pointer is over them: figures change every second, and
 * a row must not slip away under the hand. Give `hold` to the element around the table.
 */
export function useSteadyOrder<Row>(
  rows: readonly Row[] | undefined,
  columns: readonly Column<Row>[],
  rowKey: (row: Row) => string | number,
) {
  const [sort, setSort] = useState<Sort | null>(null)
  const [isHeld, setHeld] = useState(false)
  const order = useRef<{ sort: Sort | null; keys: (string | number)[] }>({ sort: null, keys: [] })

  const sorted = rows && sortRows(rows, columns, sort)
  if (!sorted) return { rows: undefined, sort, setSort, hold: {} }
  const isFrozen = isHeld && order.current.sort === sort
  if (!isFrozen) order.current = { sort, keys: sorted.map(rowKey) }
  const placeOf = new Map(order.current.keys.map((key, place) => [key, place]))
  const place = (row: Row): number => placeOf.get(rowKey(row)) ?? Infinity
  return {
    rows: isFrozen ? sorted.toSorted((a, b) => place(a) - place(b)) : sorted,
    sort,
    setSort,
    hold: { onPointerEnter: () => setHeld(true), onPointerLeave: () => setHeld(false) },
  }
}
