import { useEffect, useRef } from 'react'
import type { Desk } from './desk-store.ts'

/** A note that comes while somebody marks is told once, in the line under the score. */
export function useNoteHint(desk: Desk, count: number, key: string | undefined): void {
  const before = useRef(count)
  // Counts come from the server; only a rise is news.
  useEffect(() => {
    if (count > before.current)
      desk.say(`题组长新增了评分说明${key === undefined ? '' : `，按 ${key} 查看`}`)
    before.current = count
  }, [desk, count, key])
}
