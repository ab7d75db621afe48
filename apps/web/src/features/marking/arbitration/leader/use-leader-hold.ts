import { useCaller } from '@hengjuan/client/react'
import { leaderHold } from '@hengjuan/contracts'
import { CLAIMS } from '@hengjuan/domain'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { LeaderTaskView } from './leader-task.ts'
import type { LeaderMode } from './LeaderPapers.tsx'

/**
 * Keeps the paper on the page in its leader's hands while the page is open, and puts a problem paper back when
 * it is left undecided. Without the network nothing is lost: the lease goes on, and is taken anew if nobody else
 * has the paper by then.
 *
 * @source domain rules 3.8 (heartbeat)
 */
export function useLeaderHold(
  mode: LeaderMode,
  { unit_id: unitId, version }: Pick<LeaderTaskView, 'unit_id' | 'version'>,
  /** What of the paper is another than on the page, as a sentence. */
  onChanged: (text: string) => void,
) {
  const { call } = useCaller()
  const [lost, setLost] = useState<string | null>(null)
  const isDecided = useRef(false)
  const changed = useRef(onChanged)
  useLayoutEffect(() => {
    changed.current = onChanged
  })
  const beat = useCallback(() => {
    if (isDecided.current) return
    void call(leaderHold, { body: { mode, unit_id: unitId, version } }).then(
      (reply) => {
        setLost(reply.lost)
        if (reply.changed === null || isDecided.current) return
        // It stays in hand, and is shown as it is now.
        isDecided.current = true
        changed.current(reply.changed)
      },
      () => undefined,
    )
  }, [call, mode, unitId, version])
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
