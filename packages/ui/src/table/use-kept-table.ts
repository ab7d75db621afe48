import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { keep, readKept, readKeptBefore } from '../navigation/kept.ts'
import type { Sort } from './column.ts'

interface Kept {
  sorts: readonly Sort[]
  top: number
  left: number
}

/** Sort and scroll of a table as they were when its page was left, for whoever comes back. @source ui D1 rule 5 */
export function useKeptTable(
  label: string,
  initialSort: Sort | null,
  scroller: RefObject<HTMLDivElement | null>,
  hasRows: boolean,
) {
  const name = `table ${label}`
  const [found] = useState(() => (readKept(name) ?? readKeptBefore(name)) as Kept | undefined)
  const [sorts, setSorts] = useState<readonly Sort[]>(
    found ? found.sorts : initialSort ? [initialSort] : [],
  )
  const place = useRef({ top: found?.top ?? 0, left: found?.left ?? 0 })
  const isPlaced = useRef(false)
  // Before the first painting, and not before there are rows to scroll.
  useLayoutEffect(() => {
    if (isPlaced.current || !hasRows) return
    isPlaced.current = true
    const { top, left } = place.current
    if (top + left > 0) scroller.current?.scrollTo({ top, left })
  }, [hasRows, scroller])
  // A changed filter makes another entry of the history, which has to know too.
  useEffect(() => keep(name, { sorts, ...place.current } satisfies Kept))
  const onScroll = () => {
    const element = scroller.current
    if (!element || !isPlaced.current) return
    place.current = { top: element.scrollTop, left: element.scrollLeft }
    keep(name, { sorts, ...place.current } satisfies Kept)
  }
  return { sorts, setSorts, onScroll, initialTop: found?.top ?? 0 }
}
