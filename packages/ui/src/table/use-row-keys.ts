import { type KeyboardEvent, type MouseEvent, useState } from 'react'
import type { RowKey } from './moved-rows.ts'

/**
 * A click, arrow keys, PageUp, PageDown, Home, End and Enter on a list of rows with `data-index`. Where rows come and
 * go, the keys stay with the row that they were on.
 */
export function useRowKeys<Row>(list: {
  rows: readonly Row[]
  rowKeys: readonly RowKey[]
  onOpenRow: ((row: Row) => void) | undefined
  pageSize: number
  reveal: (index: number) => void
}) {
  const [on, setOn] = useState<{ key: RowKey; index: number } | null>(null)
  const last = list.rows.length - 1
  const at = on === null ? -1 : list.rowKeys.indexOf(on.key)
  const active = at < 0 ? null : at
  const setActive = (index: number) => {
    const key = list.rowKeys[index]
    if (key !== undefined) setOn({ key, index })
  }

  const open = (index: number) => {
    const row = list.rows[index]
    if (row === undefined || !list.onOpenRow) return
    setActive(index)
    list.onOpenRow(row)
  }
  const onClick = (event: MouseEvent) => {
    const target = event.target as Element
    // What can be pressed inside a row is meant itself.
    if (target.closest('button, a, input, label, select, textarea')) return
    const index = target.closest<HTMLElement>('[data-index]')?.dataset['index']
    if (index !== undefined) open(Number(index))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Keys pressed in a box or button inside a row belong to it.
    if (event.target !== event.currentTarget || last < 0) return
    // A row that has gone leaves its place.
    const from = active ?? on?.index ?? -1
    const moves: Record<string, number> = {
      ArrowDown: from + 1,
      ArrowUp: from - 1,
      PageDown: from + list.pageSize,
      PageUp: from - list.pageSize,
      Home: 0,
      End: last,
    }
    const to = moves[event.key]
    if (to !== undefined) {
      event.preventDefault()
      const index = Math.min(last, Math.max(0, to))
      setActive(index)
      list.reveal(index)
    } else if (event.key === 'Enter' && active !== null) open(active)
  }
  return { active, onClick, onKeyDown }
}
