import { type MouseEvent, useRef } from 'react'

/**
 * Tells the second half of a double click whose first half was about the paper before: where that was handed in, the
 * next one lies under the pointer already. A page makes the panel anew for each paper.
 */
export function useEchoes() {
  const now = useRef({ isBegun: false, isEcho: false })
  return {
    isEcho: () => now.current.isEcho,
    hear: ({ detail }: MouseEvent) => {
      const isBegun = now.current.isBegun || detail <= 1
      now.current = { isBegun, isEcho: !isBegun }
    },
  }
}
