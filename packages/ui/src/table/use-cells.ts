import { type KeyboardEvent, type MouseEvent, useState } from 'react'
import { type CellPlace, type CellRange, cellsIn, rangeBetween } from './cell-range.ts'
import type { RowKey } from './moved-rows.ts'

/** Where the keys are, and from where Shift has spread the range. */
interface Held {
  key: RowKey
  row: number
  column: number
  anchor: CellPlace
}

/**
 * Clicks and keys on a grid: arrows, PageUp, PageDown, Home and End move, Enter opens, Shift spreads a range of cells,
 * Ctrl+C copies it. Where rows come and go, the keys stay with the row that they were on.
 */
export function useCells<Row>(grid: {
  rows: readonly Row[]
  rowKeys: readonly RowKey[]
  columnCount: number
  onOpenRow: ((row: Row) => void) | undefined
  onCopy: (range: CellRange | null) => void
  pageSize: number
  reveal: (place: CellPlace) => void
}) {
  const [held, setHeld] = useState<Held | null>(null)
  const last = grid.rows.length - 1
  const at = held === null ? -1 : grid.rowKeys.indexOf(held.key)
  const active = at < 0 || !held ? null : { row: at, column: held.column }
  const spread = active && held ? rangeBetween(held.anchor, active) : null
  const range = spread && held?.row === at && cellsIn(spread) > 1 ? spread : null

  const hold = (place: CellPlace, spreads: boolean) => {
    const key = grid.rowKeys[place.row]
    if (key === undefined) return
    const anchor = spreads && held && active ? held.anchor : place
    setHeld({ key, ...place, anchor })
  }
  const open = (place: CellPlace) => {
    const row = grid.rows[place.row]
    if (row === undefined || !grid.onOpenRow) return
    hold(place, false)
    grid.onOpenRow(row)
  }
  const onClick = (event: MouseEvent) => {
    const target = event.target as Element
    // What can be pressed inside a row is meant itself.
    if (target.closest('button, a, input, label, select, textarea')) return
    const place = placeOf(target)
    if (!place) return
    if (event.shiftKey) hold(place, true)
    else if (grid.onOpenRow) open(place)
    else hold(place, false)
  }
  // Shift would mark the text between the two clicks.
  const onMouseDown = (event: MouseEvent) => {
    if (event.shiftKey && placeOf(event.target as Element)) event.preventDefault()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Keys pressed in a box or button inside a row belong to it.
    if (event.target !== event.currentTarget || last < 0) return
    const isCommand = event.ctrlKey || event.metaKey
    if (isCommand && event.key.toLowerCase() === 'c') {
      // Marked text is copied by the browser.
      if (window.getSelection()?.toString()) return
      event.preventDefault()
      grid.onCopy(range)
      return
    }
    if (isCommand && event.key.toLowerCase() === 'a') {
      event.preventDefault()
      const key = grid.rowKeys[last]
      if (key !== undefined)
        setHeld({ key, row: last, column: grid.columnCount - 1, anchor: { row: 0, column: 0 } })
      return
    }
    // A row that has gone leaves its place.
    const from = { row: active?.row ?? held?.row ?? -1, column: held?.column ?? 0 }
    const moves: Record<string, CellPlace> = {
      ArrowDown: { ...from, row: from.row + 1 },
      ArrowUp: { ...from, row: from.row - 1 },
      ArrowRight: { row: from.row, column: from.column + 1 },
      ArrowLeft: { row: from.row, column: from.column - 1 },
      PageDown: { ...from, row: from.row + grid.pageSize },
      PageUp: { ...from, row: from.row - grid.pageSize },
      Home: { ...from, row: 0 },
      End: { ...from, row: last },
    }
    const to = moves[event.key]
    if (to !== undefined) {
      event.preventDefault()
      const place = { row: within(to.row, last), column: within(to.column, grid.columnCount - 1) }
      hold(place, event.shiftKey)
      grid.reveal(place)
    } else if (event.key === 'Enter' && active !== null) {
      // What stands in the cell to be pressed is meant before the row.
      const inside = pressable(event.currentTarget, active)
      if (inside) inside.click()
      else open(active)
    } else if (event.key === 'Escape' && range) hold(from, false)
  }
  return { active, range, onClick, onMouseDown, onKeyDown }
}

/** The link or button in a cell; null where it has none. */
const pressable = (grid: Element, { row, column }: CellPlace): HTMLElement | null =>
  grid.querySelector(
    `[data-index="${row}"] [data-column="${column}"] :is(a[href], button:not(:disabled))`,
  )

const within = (value: number, last: number): number => Math.max(0, Math.min(last, value))

/** The cell under the pointer; the boxes belong to the first column. */
function placeOf(target: Element): CellPlace | null {
  const row = target.closest<HTMLElement>('[data-index]')?.dataset['index']
  if (row === undefined) return null
  return {
    row: Number(row),
    column: Number(target.closest<HTMLElement>('[data-column]')?.dataset['column'] ?? 0),
  }
}
