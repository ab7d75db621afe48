import { type RefObject, useLayoutEffect, useState } from 'react'
import { type ColumnLayout, type ColumnRange, VIRTUAL_COLUMNS } from './column-layout.ts'
import { columnRangeAt } from './column-range.ts'
import type { Column } from './column.ts'

/** The columns in view of a table with many; null where all are drawn. */
export function useColumnRange<Row>(
  columns: readonly Column<Row>[],
  hasBoxes: boolean,
  scroller: RefObject<HTMLDivElement | null>,
): ColumnRange | null {
  const isMany = columns.length >= VIRTUAL_COLUMNS
  const [range, setRange] = useState<ColumnRange | null>(null)
  // Where the table is scrolled to and how wide it is, only the element knows.
  useLayoutEffect(() => {
    const element = scroller.current
    if (!isMany || !element) return undefined
    const measure = () => {
      const next = columnRangeAt(columns, hasBoxes, element.scrollLeft, element.clientWidth)
      setRange((before) =>
        before?.start === next.start && before.end === next.end ? before : next,
      )
    }
    measure()
    element.addEventListener('scroll', measure, { passive: true })
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => {
      element.removeEventListener('scroll', measure)
      observer.disconnect()
    }
  }, [columns, hasBoxes, isMany, scroller])
  if (!isMany) return null
  // Before the element is measured, as many as a wide window shows.
  return range ?? { start: 0, end: VIRTUAL_COLUMNS }
}

/** Scrolls sideways until a column is wholly in view, beside the frozen ones. */
export function revealColumn<Row>(
  element: HTMLElement | null,
  layout: ColumnLayout,
  column: Column<Row> | undefined,
  index: number,
): void {
  const offset = layout.offsets[index]
  if (!element || !column || column.frozen || offset === undefined) return
  const least = offset + column.width - element.clientWidth
  const most = offset - layout.frozenWidth
  if (element.scrollLeft > most) element.scrollLeft = most
  else if (element.scrollLeft < least) element.scrollLeft = least
}
