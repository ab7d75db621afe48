import { useCaller } from '@hengjuan/client/react'
import { leaderHold } from '@hengjuan/contracts'
import { CLAIMS } from '@hengjuan/domain'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { LeaderMode } from './LeaderPapers.tsx'

/**
 * Keeps the paper on the page in its leader's hands while the page is open, and puts a problem paper back when
 * it is left undecided. Without the network nothing is lost: the lease goes on, and is taken anew if nobody else
 * has the paper by then.
 *
 * @source domain rules 3.8 (heartbeat)
 */
export function useLeaderHold(mode: LeaderMode, unitId: number) {
  const { call } = useCaller()
  const [lost, setLost] = useState<string | null>(null)
  const isDecided = useRef(false)
  const beat = useCallback(() => {
    if (isDecided.current) return
    void call(leaderHold, { body: { mode, unit_id: unitId } }).then(
      (reply) => setLost(reply.lost),
      () => undefined,
    )
  }, [call, mode, unitId])
  // The lease is kept outside React, and so is the network.
  useEffect(() => {
    const timer = setInterval(beat, CLAIMS.heartbeatMs)
    window.addEventListener('online', beat)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', beat)
      if (mode === 'problem' && !isDecided.current)
        void call(leaderHold, { body: { mode, unit_id: unitId, leave: 1 } }).catch(() => undefined)
    }
  }, [beat, call, mode, unitId])
  return {
    /** Why the paper is not theirs any more, as a sentence; null while it is. */
    lost,
    /** Asks at once whether it is. */
    check: beat,
    /** The paper is decided: there is nothing to hold on to. */
    settle: useCallback(() => {
      isDecided.current = true
    }, []),
  }
}
