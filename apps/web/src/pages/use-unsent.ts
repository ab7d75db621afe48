import { useEffect, useState } from 'react'

/** How many marks of the marking page wait on this computer for their marker to sign in again. */
export function useUnsent(): number {
  const [count, setCount] = useState(0)
  // The browser's storage is outside React, and its code is not needed to sign in.
  useEffect(() => {
    import('../features/marking/marking-core/queue/outbox-store.ts')
      .then(({ outboxStore }) => outboxStore.count())
      .then(setCount, () => undefined)
  }, [])
  return count
}
