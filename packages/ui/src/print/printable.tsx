import {
  createContext,
  type ReactNode,
  type RefObject,
  useCallback,
  useContext,
  useEffect,
  useState,
} from 'react'

const Count = createContext<((by: 1 | -1) => void) | null>(null)
const HasAny = createContext(false)

/** Around a page that `?print=1` shows for paper: its header offers 打印 while the page has a table or a chart. */
export function Printables({ children }: { children: ReactNode }) {
  const [count, setCount] = useState(0)
  const change = useCallback((by: 1 | -1) => setCount((now) => now + by), [])
  return (
    <Count value={change}>
      <HasAny value={count > 0}>{children}</HasAny>
    </Count>
  )
}

/** Says that this part of the page is worth paper. What lies over the page, in a dialog or a drawer, is not printed. */
export function usePrintable(part: RefObject<HTMLElement | null>, hasContents: boolean): void {
  const change = useContext(Count)
  useEffect(() => {
    if (!change || !hasContents || !part.current || part.current.closest('.bp6-portal')) return
    change(1)
    return () => change(-1)
  }, [change, hasContents, part])
}

export const useHasPrintable = (): boolean => useContext(HasAny)
