import { useEffect, useRef } from 'react'
import type { Desk } from './desk-store.ts'

/** Has the desk look again as soon as another stamp of its block is heard of. */
export function useBlockNews(desk: Desk, stamp: number | null): void {
  const known = useRef(stamp)
  // The server's word comes from outside React.
  useEffect(() => {
    const before = known.current
    known.current = stamp
    if (before !== null && stamp !== before) void desk.lookAgain()
  }, [desk, stamp])
}
