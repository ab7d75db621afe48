import { type Column, type Sort, sortRows, useKept } from '@hengjuan/ui'
import { useState } from 'react'

type Key = string | number

/**
 * Sorted rows that keep their places while the pointer is over them: figures change every second, and
 * a row must not slip away under the hand. Give `hold` to the element around the table.
 */
export function useSteadyOrder<Row>(
  rows: readonly Row[] | undefined,
  columns: readonly Column<Row>[],
  rowKey: (row: Row) => Key,
  /** Under which the sort is found again on back. */
  name: string,
) {
  const [sort, setSort] = useKept<Sort | null>(`sort ${name}`, null)
  // The order when the pointer came; null while it is elsewhere.
  const [held, setHeld] = useState<readonly Key[] | null>(null)

  const sorted = rows && sortRows(rows, columns, sort)
  const placeOf = new Map(held?.map((key, place) => [key, place]))
  const place = (row: Row): number => placeOf.get(rowKey(row)) ?? Number.MAX_SAFE_INTEGER
  return {
    rows: held ? sorted?.toSorted((a, b) => place(a) - place(b)) : sorted,
    sort,
    setSort: (next: Sort | null) => {
      setSort(next)
      setHeld(null)
    },
    hold: {
      onPointerOver: () => setHeld((before) => before ?? sorted?.map(rowKey) ?? null),
      onPointerLeave: () => setHeld(null),
    },
  }
}
