import { useEffect, useRef } from 'react'

/**
 * Brings a row into view when it becomes the current one, for pages that turn rows from beside the table.
 *
 * @param index place of the row; -1 while it is not there
 */
export function useInView(
  key: string | number | null,
  index: number,
  reveal: (index: number) => void,
): void {
  const shown = useRef(key)
  // Only a change of the current row moves the table, not rows that come and go.
  useEffect(() => {
    if (shown.current === key || index < 0) return
    shown.current = key
    reveal(index)
  })
}
