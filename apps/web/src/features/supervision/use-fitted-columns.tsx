import { type Column, ColumnChooser, fittingColumns, keepHere, type Sort } from '@hengjuan/ui'
import { type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useSession } from '../../session/session-store.ts'

/** Pixels that a table loses to its bar once it scrolls down. */
const SCROLL_BAR = 16

const keyOf = (userId: number, name: string): string => `hengjuan-columns-${userId}-${name}`

/** The columns that a person ticked on this computer; null while there are as many as fit. */
function keptKeys(key: string): readonly string[] | null {
  const text = localStorage.getItem(key)
  return text === null ? null : text.split(',')
}

/**
 * The columns of a table that are shown: as many as its place has room for, or those that the person ticked.
 * Give `frame` to the element around the table; `chooser` goes where `slot` is.
 */
export function useFittedColumns<Row>(
  columns: readonly Column<Row>[],
  options: { name: string; sort: Sort | null; slot: HTMLElement | null },
) {
  const { sort, slot } = options
  const storedAs = keyOf(useSession().user_id, options.name)
  const [chosen, setChosen] = useState(() => keptKeys(storedAs))
  const frame = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return
    const measure = () => setWidth(element.clientWidth - SCROLL_BAR)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const shown = useMemo(
    () =>
      chosen
        ? columns.filter(({ key, frozen }) => frozen === true || chosen.includes(key))
        : fittingColumns(columns, width, sort?.key),
    [columns, chosen, width, sort?.key],
  )
  const choose = (keys: readonly string[] | null) => {
    setChosen(keys)
    if (keys) keepHere(storedAs, keys.join())
    else localStorage.removeItem(storedAs)
  }
  const chooser: ReactNode =
    slot &&
    createPortal(
      <ColumnChooser
        columns={columns}
        shown={shown}
        isChosen={chosen !== null}
        onChange={choose}
      />,
      slot,
    )
  return { shown, frame, chooser }
}
