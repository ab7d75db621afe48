import { useEffect, useRef } from 'react'

/** Asked no more often than this, however often something changes. */
const LEAST_MS = 3000

/** Asks again whenever a stamp changes: at once, or as soon as the last time is long enough ago. */
export function useFollowing(stamp: string, ask: () => void): void {
  const seen = useRef(stamp)
  const askedMs = useRef(-Infinity)
  // Figures beside a stream follow it; the stream itself carries only sums.
  useEffect(() => {
    if (seen.current === stamp) return
    const wait = Math.max(0, askedMs.current + LEAST_MS - performance.now())
    const timer = setTimeout(() => {
      seen.current = stamp
      askedMs.current = performance.now()
      ask()
    }, wait)
    return () => clearTimeout(timer)
  }, [stamp, ask])
}
