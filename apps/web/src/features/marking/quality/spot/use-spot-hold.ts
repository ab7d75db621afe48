import { useCaller } from '@hengjuan/client/react'
import { spotCheckHold } from '@hengjuan/contracts'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'

/** A third of the lease, which is two minutes. @source features A6 (70) */
const RENEW_MS = 40_000
/** Whoever gave it back a moment ago, on another tab of the page, has it again. */
const FIRST_MS = 10_000

/** A paper on the checker's table, as it was shown. */
interface OnTable {
  task_detail_id: number
  version: number
  held_by: string | null
}

/** What became of it meanwhile. */
export interface Meanwhile {
  /** Who else has it on the table now; null for nobody. */
  heldBy: string | null
  /** Was something decided about it since it was shown? */
  isOld: boolean
}

/**
 * Keeps the paper on the table away from other checkers while the page is open, and gives it back when the checker
 * leaves. After a sleep it may have gone to somebody else: the page is told.
 */
export function useSpotHold(blockId: number, task: OnTable | null | undefined): Meanwhile {
  const { call } = useCaller()
  const id = task?.task_detail_id ?? null
  const [told, setTold] = useState<{ id: number; held_by: string | null; version: number } | null>(
    null,
  )

  // The lease is renewed now and then, and when the page comes back on screen.
  useEffect(() => {
    if (id === null) return
    let isCurrent = true
    const renew = () =>
      void call(spotCheckHold, { body: { block_id: blockId, task_detail_id: id } }).then(
        (reply) => isCurrent && setTold({ id, ...reply }),
        // What cannot be told now is told the next time; a verdict is guarded by the server.
        () => undefined,
      )
    const seen = () => document.visibilityState === 'visible' && renew()
    const first = setTimeout(renew, FIRST_MS)
    const timer = setInterval(renew, RENEW_MS)
    document.addEventListener('visibilitychange', seen)
    return () => {
      isCurrent = false
      clearTimeout(first)
      clearInterval(timer)
      document.removeEventListener('visibilitychange', seen)
    }
  }, [call, blockId, id])

  // Whoever leaves the page, or closes it, holds nothing. On to the next paper, the server knows by itself.
  const current = useRef(id)
  useLayoutEffect(() => {
    current.current = id
  }, [id])
  useEffect(() => {
    const leave = () => {
      if (current.current !== null)
        void call(
          spotCheckHold,
          { body: { block_id: blockId, task_detail_id: current.current, leave: 1 } },
          { keepalive: true },
        ).catch(() => undefined)
    }
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [call, blockId])

  const now = told?.id === id ? told : null
  return {
    heldBy: (now ?? task)?.held_by ?? null,
    isOld: now !== null && task !== null && task !== undefined && now.version > task.version,
  }
}
