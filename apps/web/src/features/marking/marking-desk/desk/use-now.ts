import { useEffect, useState } from 'react'

/** The time, once a second while somebody wants to know. */
export function useNow(isWanted: boolean): number {
  const [now, setNow] = useState(() => Date.now())
  // A clock is outside React.
  useEffect(() => {
    if (!isWanted) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [isWanted])
  return now
}
