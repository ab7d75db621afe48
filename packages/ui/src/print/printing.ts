import { createContext, useContext, useSyncExternalStore } from 'react'

/** More rows than these are no reading matter on paper. @source reports 3.8 */
export const MOST_PRINTED = 2000
/** Name in the address of a page that is shown for paper. */
export const PRINT = 'print'
export const PRINT_REFUSAL = '行数过多，不适合打印，请用导出'

let isPrinting = false
const listeners = new Set<() => void>()

function tell(next: boolean): void {
  isPrinting = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    window.addEventListener('beforeprint', onBefore)
    window.addEventListener('afterprint', onAfter)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    window.removeEventListener('beforeprint', onBefore)
    window.removeEventListener('afterprint', onAfter)
  }
}
const onBefore = () => tell(true)
const onAfter = () => tell(false)

/** True below a page whose address asks for paper. */
export const PrintMode = createContext(false)

/** True with `?print=1`, and not while the browser prints a page as it is. */
export const usePrintMode = (): boolean => useContext(PrintMode)

/**
 * Is the page drawn for paper: while the browser prints it, and all the time with `?print=1`? Then tables have all
 * their rows and charts their width on A4.
 */
export const usePrinting = (): boolean => {
  const isAsked = usePrintMode()
  // Where there is no window nobody prints.
  return (
    useSyncExternalStore(
      subscribe,
      () => isPrinting,
      () => false,
    ) || isAsked
  )
}
